import { expect, type Page } from '@playwright/test'
import { PHONE } from './page'

/** Attributes whose text a person gets from the pointer or a screen reader. */
const TEXT_ATTRIBUTES = ['title', 'alt', 'aria-label', 'aria-description']

/** The text that the tab shows. */
export async function textOf(page: Page): Promise<string> {
  const panel = page.getByRole('tabpanel')
  const attributes = await panel
    .locator('*')
    .evaluateAll(
      (all, names) =>
        all
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .flatMap((one) => names.flatMap((name) => one.getAttribute(name) ?? [])),
      TEXT_ATTRIBUTES,
    )
  return [...(await panel.allInnerTexts()), ...attributes].join('\n')
}

/** The text of each row of the lists of a tab. */
export function rowTexts(page: Page): Promise<string[]> {
  const rows = page.getByRole('tabpanel').locator('tbody tr:not(.p-datatable-emptymessage), li')
  return rows.filter({ visible: true }).allInnerTexts()
}

/**
 * Requires that a person can tell the rows of a list apart, also on a phone: no two look the same, and each has a word that
 * it has in a wide window.
 *
 * @param open shows the rows again: a tab may choose its layout when it opens
 */
export async function expectDifferentRows(page: Page, name: string, open: () => Promise<unknown>): Promise<void> {
  const size = page.viewportSize()
  const wide = await rowTexts(page)
  expect(duplicates(wide), `${name}: rows that look the same`).toEqual([])
  await page.setViewportSize(PHONE)
  await open()
  await expect
    .poll(async () => duplicates(await rowTexts(page)), `${name}: cards of a phone that look the same`)
    .toEqual([])
  const cards = await rowTexts(page)
  const nameless = cards.filter((card, index) => {
    const words = wordsOf(wide[index] ?? '')
    return words.length > 0 && !words.some((word) => wordsOf(card).includes(word))
  })
  expect(nameless, `${name}: cards of a phone without any word of their row`).toEqual([])
  if (!size) return
  await page.setViewportSize(size)
  await expect.poll(() => rowTexts(page), `${name}: rows once the window is wide again`).toEqual(wide)
}

/** Requires that a printed page has what the screen shows, but for buttons. It may have more, such as all rows. */
export async function expectOnPaper(page: Page): Promise<void> {
  const shown = page
    .getByRole('tabpanel')
    .locator(':is(tbody tr, li, canvas, img, [role=img]):not(nav *, button *, :has(> button:only-child))')
  const visible = shown.filter({ visible: true })
  const count = await visible.count()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => visible.count(), 'Rows and pictures on paper').toBeGreaterThanOrEqual(count)
  await page.emulateMedia({ media: 'screen' })
}

function duplicates(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}{3,}/gu) ?? []
}
