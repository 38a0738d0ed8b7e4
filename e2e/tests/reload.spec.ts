import type { Page } from '@playwright/test'
import { expect, loadedPanel, storedToken, test } from '../support/test'

const URL_OF_TAB = '/main?tab=codigos'

/** Leaves the page, and watches later requests. @returns the URLs of those that contain its token, in a live list */
async function watchTokens(page: Page): Promise<string[]> {
  const token = await storedToken(page)
  // Without scripts, so that none of its requests is watched.
  await page.goto('/config.json')
  const urls: string[] = []
  page.on('request', (request) => {
    const { authorization = '' } = request.headers()
    if (`${authorization} ${request.postData()}`.includes(token)) urls.push(request.url())
  })
  return urls
}

test('a reload sends one request for the session and one for the rows, to the URLs of its configuration, and requests the chunk of the main screen once', async ({
  staffPage: page,
}) => {
  const config = await (await page.request.get('/config.json')).json()
  expect(await (await page.request.get('/main')).text()).toMatch(/<script [^>]*src="\/tabs\./)
  const urls = await watchTokens(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto(URL_OF_TAB)
  await loadedPanel(page, 'Codigos')
  expect(urls.splice(0).sort()).toEqual([`${config.apiUrl}/SelectCodes`, `${config.securityUrl}/ValidateLogin`].sort())
  expect(scripts.filter((url) => /\/tabs\..*\.js$/.test(url))).toHaveLength(1)

  const apiUrl = `${config.apiUrl}/otra/`
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...config, apiUrl } }))
  const rows = [{ id: 7, name: 'DE-LA-OTRA', userName: null, used: 0, date: '2026-11-20 10:00:00' }]
  await page.route(`${apiUrl}SelectCodes`, (route) =>
    route.fulfill({ json: { data: rows }, headers: { 'Access-Control-Allow-Origin': '*' } }),
  )
  await page.reload()
  await expect(page.getByRole('cell', { name: 'DE-LA-OTRA', exact: true })).toBeVisible()
  expect(urls.sort()).toEqual([`${apiUrl}SelectCodes`, `${config.securityUrl}/ValidateLogin`].sort())
})
