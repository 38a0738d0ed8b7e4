import type { Locator } from '@playwright/test'
import { viewports } from '../support/axe'
import { placeOf } from '../support/places'
import { specifiedColumns } from '../support/specified-columns'
import { allTabsPrefetched, expect, expectSpecifiedTabs, openMain, openTab, test } from '../support/test'

const TABS = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']
const ZOOMED = { width: 683, height: 384 }

test('the five tabs have the specified order, each its columns and ten rows per page, and the URL identifies the tab', async ({
  staffPage: page,
}) => {
  const isSelected = (name: string) => page.getByRole('tab', { name, selected: true })
  await expectSpecifiedTabs(page)
  await expect(isSelected('Usuarios')).toBeVisible()
  for (const label of TABS) {
    const panel = await openTab(page, label)
    await expect(panel.getByRole('columnheader')).toHaveText(specifiedColumns(label))
    await expect(panel.locator('tbody tr')).toHaveCount(10)
    await expectToFit(panel, viewports.desktop, 10)
    await expectToFit(panel, ZOOMED, 5)
    await page.setViewportSize(viewports.desktop)
  }

  // The tab strip of a phone scrolls to the open tab.
  await page.setViewportSize(viewports.phone)
  await page.goto('/main?tab=reportes')
  await expect(isSelected('Reportes')).toBeInViewport({ ratio: 0.99 })
  await openTab(page, 'Usuarios')
  await page.goBack()
  await expect(isSelected('Reportes')).toBeInViewport({ ratio: 0.99 })
  await page.goForward()
  await expect(isSelected('Usuarios')).toBeVisible()
})

/** The paginator, and so many rows above it, are in the window without scrolling. */
async function expectToFit(panel: Locator, size: { width: number; height: number }, rows: number): Promise<void> {
  await panel.page().setViewportSize(size)
  const paginator = panel.getByRole('navigation')
  const bottom = async (one: Locator) => {
    const { y = 0, height = 0 } = await placeOf(one)
    return y + height
  }
  await expect(async () => {
    expect(await bottom(paginator)).toBeLessThanOrEqual(size.height)
    const lastRow = await bottom(panel.locator('tbody tr').nth(rows - 1))
    expect(lastRow).toBeLessThanOrEqual((await placeOf(paginator)).y ?? 0)
  }).toPass()
}

test.describe('in an idle browser', () => {
  test.use({ isIdle: true })

  test('the shell prefetches the code of the tabs that were opened before, and opening one requests only its rows', async ({
    page,
  }) => {
    let lists: string[] = []
    page.on('request', (request) => {
      if (/\/Select\w+$/.test(request.url())) lists.push(request.url())
    })
    // Code that is prefetched comes from the HTTP cache later.
    const fromNetwork = () =>
      page.evaluate(() => {
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        return files.filter(({ transferSize }) => transferSize > 0).map(({ name }) => name)
      })
    await openMain(page)
    await allTabsPrefetched(page)
    await expectSpecifiedTabs(page)
    const tabs = await page.getByRole('tab').count()
    const requested = await fromNetwork()
    expect(requested.filter((url) => /remoteEntry/.test(url))).toHaveLength(tabs)
    expect(requested.filter((url) => /\/Tab\.\w+\.js$/.test(url))).toHaveLength(tabs)
    expect(lists).toEqual([expect.stringMatching(/SelectUsers$/)])
    lists = []
    await openTab(page, 'Codigos')
    const later = (await fromNetwork()).filter((url) => !requested.includes(url))
    expect(later.filter((url) => /\.(js|css)$/.test(url))).toEqual([])
    expect(lists).toEqual([expect.stringMatching(/SelectCodes$/)])
  })
})
