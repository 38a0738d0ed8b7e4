import type { Locator, Page } from '@playwright/test'
import { expect, openTab, test } from '../support/test'

/** Stubs twelve codes and opens Codigos. @returns the panel, and a live list of the deleted ids */
async function openCodes(page: Page): Promise<{ panel: Locator; deleted: number[] }> {
  const deleted: number[] = []
  const headers = { 'Access-Control-Allow-Origin': '*' }
  await page.route('**/SelectCodes', (route) => {
    const ids = Array.from({ length: 12 }, (_, index) => index + 1).filter((id) => !deleted.includes(id))
    const data = ids.map((id) => ({ id, name: `CODIGO-${id}`, userName: null, used: 0, date: '2026-01-02 03:04:05' }))
    return route.fulfill({ headers, json: { data: { data } } })
  })
  await page.route('**/DeleteCode', (route) => {
    deleted.push(route.request().postDataJSON().prmCodeId)
    return route.fulfill({ headers, json: { data: 1 } })
  })
  return { panel: await openTab(page, 'Codigos'), deleted }
}

const deleteButton = (panel: Locator, id: number) =>
  panel.getByRole('button', { name: `Borrar CODIGO-${id}`, exact: true })

async function centreOf(button: Locator): Promise<[number, number]> {
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not visible.')
  // Whole pixels, so that a distance of 8 px is exact.
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
}

/** Advances the page's paused clock until a code is hidden. */
async function waitForRemoval(page: Page, panel: Locator, id: number): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(panel.getByText(`CODIGO-${id}`, { exact: true })).toBeHidden({ timeout: 500 })
  }).toPass({ intervals: [20] })
}

test.beforeEach(async ({ staffPage: page }) => {
  await page.clock.install()
})

/** Pauses the clock, so that a slow machine does not exceed the time in which a press is ignored. */
const stopClock = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))

test('a second click at the same position 0.65 s later deletes no second code', async ({ page }) => {
  const { panel, deleted } = await openCodes(page)
  const spot = await centreOf(deleteButton(panel, 1))
  await stopClock(page)

  await page.mouse.click(...spot)
  await waitForRemoval(page, panel, 1)
  await page.clock.runFor(650)
  await page.mouse.click(...spot)
  // The pointer has moved, so that this click counts.
  await page.mouse.click(...(await centreOf(deleteButton(panel, 5))))
  await waitForRemoval(page, panel, 5)
  expect(deleted).toEqual([1, 5])
})

test('a second click counts once the pointer has moved 8 px', async ({ page }) => {
  const { panel, deleted } = await openCodes(page)
  const [x, y] = await centreOf(deleteButton(panel, 1))
  await stopClock(page)

  await page.mouse.click(x, y)
  await waitForRemoval(page, panel, 1)
  await page.mouse.click(x + 7, y)
  await page.mouse.click(x + 8, y)
  await waitForRemoval(page, panel, 2)
  expect(deleted).toEqual([1, 2])
})

test('Enter is ignored for 1.5 s in the row that replaced the deleted one', async ({ page }) => {
  const { panel, deleted } = await openCodes(page)
  const pressEnter = async (id: number) => {
    await deleteButton(panel, id).focus()
    await page.keyboard.press('Enter')
  }
  await stopClock(page)

  await pressEnter(2)
  await waitForRemoval(page, panel, 2)
  await pressEnter(3)
  await pressEnter(6)
  await waitForRemoval(page, panel, 6)
  await page.clock.runFor(1500)
  await pressEnter(3)
  await waitForRemoval(page, panel, 3)
  expect(deleted).toEqual([2, 6, 3])
})
