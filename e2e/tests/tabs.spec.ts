import { viewports } from '../support/axe'
import { specifiedColumns } from '../support/specified-columns'
import { allTabsPrefetched, expect, expectSpecifiedTabs, openMain, openTab, test } from '../support/test'

const TABS = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']

test('the five tabs have the specified order, and each its columns and ten rows per page', async ({
  staffPage: page,
}) => {
  await expectSpecifiedTabs(page)
  await expect(page.getByRole('tab', { name: 'Usuarios', selected: true })).toBeVisible()
  for (const label of TABS) {
    const panel = await openTab(page, label)
    await expect(panel.getByRole('columnheader')).toHaveText(specifiedColumns(label))
    await expect(panel.locator('tbody tr')).toHaveCount(10)
  }
})

test('the URL identifies the tab in a deep link, back and forward', async ({ staffPage: page }) => {
  await page.goto('/main?tab=referidos')
  await expect(page.getByRole('tab', { name: 'Referidos', selected: true })).toBeVisible()
  await openTab(page, 'Codigos')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Referidos', selected: true })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('tab', { name: 'Codigos', selected: true })).toBeVisible()
})

test('the tab strip of a phone scrolls to the open tab after a deep link and after back', async ({
  staffPage: page,
}) => {
  const reportes = page.getByRole('tab', { name: 'Reportes', selected: true })
  await page.setViewportSize(viewports.phone)
  await page.goto('/main?tab=reportes')
  await expect(reportes).toBeInViewport({ ratio: 0.99 })
  await openTab(page, 'Usuarios')
  await page.goBack()
  await expect(reportes).toBeInViewport({ ratio: 0.99 })
})

test('the shell prefetches the code of all tabs, and opening one requests only its rows', async ({ page }) => {
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
