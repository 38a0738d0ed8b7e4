import { dataRows } from '@canje/tab-testing/browser'
import type { Locator } from '@playwright/test'
import { expect } from './test'

/** Where something is on the page, by its name. */
export type Places = Record<string, DOMRectInit>

/** The places of all that a person may be about to press in a tab: its rows, and the controls around them. */
export async function placesOf(panel: Locator): Promise<Places> {
  const button = (name: string) => panel.getByRole('button', { name, exact: true })
  const controls: Record<string, Locator> = {
    search: panel.getByLabel(/^Buscar en /),
    filters: button('+ Filtro'),
    link: button('Copiar enlace'),
    menu: button('Vista'),
    toolbar: panel.getByRole('toolbar'),
    csv: button('CSV'),
    paginator: panel.getByRole('navigation', { includeHidden: true }),
  }
  // Hidden before the first rows.
  const next = button('Siguiente página')
  if (await next.isVisible()) controls.next = next

  const places = Object.entries(controls).map(async ([name, one]) => [name, await placeOf(one)] as const)
  const rows = await dataRows(panel).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return { x, y: y + scrollY, width, height }
    }),
  )
  const rowPlaces = rows.map((place, index) => [`row ${index + 1}`, place] as const)
  return Object.fromEntries([...(await Promise.all(places)), ...rowPlaces])
}

/** The place of an element on the page, wherever the page is scrolled to. */
export function placeOf(element: Locator): Promise<DOMRectInit> {
  return element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return { x, y: y + scrollY, width, height }
  })
}

/** Requires that everything is where it was; of rows, those that both have. */
export async function expectStill(panel: Locator, before: Places, after: string): Promise<void> {
  const now = await placesOf(panel)
  const shared = Object.keys(before).filter((name) => name in now)
  const pick = (places: Places) => Object.fromEntries(shared.map((name) => [name, places[name]]))
  expect(pick(now), after).toEqual(pick(before))
}
