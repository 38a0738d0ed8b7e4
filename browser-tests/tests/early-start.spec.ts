import type { Page } from '@playwright/test'
import { CACHE_MISS } from '../support/console'
import { createToken, expect, loadedPanel, openMain, storedToken, storeSession, test } from '../support/test'

const ADDRESS = '/main?tab=codigos'

test.beforeEach(({ allowConsoleErrors }) => allowConsoleErrors(CACHE_MISS))

/** The calls of the services, from now on, as `method path token`; a preflight is none. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const [path] = /(ValidateLogin|Select\w+)$/.exec(request.url()) ?? []
    if (!path || request.method() === 'OPTIONS') return
    const { authorization } = request.headers()
    const token = authorization ?? request.postDataJSON().Authorization_input
    calls.push(`${path} ${token.replace('Bearer ', '')}`)
  })
  return calls
}

/** Opens an address and holds the shell's scripts back, until what the page does by itself is done. */
async function openWithoutScripts(page: Page, address: string): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const scripts = (url: URL) => url.origin === process.env.SHELL_URL && url.pathname.endsWith('.js')
  await page.route(scripts, async (route) => {
    // The page itself asks whether one is in the cache.
    if (route.request().resourceType() === 'script') await released
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('interactive')
  await expect(page.locator('#root')).toBeEmpty()
  return async () => {
    release()
    await loadedPanel(page, 'Codigos')
    await page.unroute(scripts)
  }
}

test('the calls of a tab leave with its page, before any script of the shell, and none is made twice', async ({
  staffPage: page,
}) => {
  const token = await storedToken(page)
  const calls = watchCalls(page)
  const remote = page.waitForRequest(/mf-codes\/.*remoteEntry/)
  const release = await openWithoutScripts(page, ADDRESS)
  await expect.poll(() => [...calls].sort()).toEqual([`SelectCodes ${token}`, `ValidateLogin ${token}`])
  await remote
  await release()
  expect(calls).toHaveLength(2)
})

test('the page of /main loads the code of the tabs, and nothing loads it again', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openMain(page)
  await loadedPanel(page, 'Usuarios')
  expect(await (await page.request.get('/main')).text()).toMatch(/<script [^>]*src="\/tabs\./)
  expect(asked.filter((address) => /\/tabs\..*\.js$/.test(address))).toHaveLength(1)
})

test('code that is in the cache is read by nothing but what runs it', async ({ staffPage: page, context }) => {
  const fetchedCode = async () => {
    await page.goto(ADDRESS)
    await loadedPanel(page, 'Codigos')
    return page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ initiatorType, name }) => initiatorType === 'fetch' && /mf-codes.*\.js$/.test(name))
        .map(({ name }) => name),
    )
  }
  expect(await fetchedCode()).toEqual([])
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  expect(await fetchedCode()).toEqual(expect.arrayContaining([expect.stringContaining('remoteEntry')]))
})

test("the registry's answer waits for the shell's scripts", async ({ staffPage: page }) => {
  const release = await openWithoutScripts(page, ADDRESS)
  const answer = await page.evaluate(() => globalThis.canjeEarlyRegistry?.answer ?? 'none')
  expect(JSON.parse(answer)).toMatchObject({ remotes: expect.anything() })
  await release()
  expect(await page.evaluate(() => globalThis.canjeEarlyRegistry)).toBeUndefined()
})

test('another session takes no answer of the one before', async ({ staffPage: page }) => {
  const earlier = await storedToken(page)
  const calls = watchCalls(page)
  const release = await openWithoutScripts(page, ADDRESS)
  await expect.poll(() => calls).toHaveLength(2)
  const token = await createToken(page)
  expect(token).not.toBe(earlier)
  await storeSession(page, { token })
  await release()
  expect(calls.slice(2).sort()).toEqual([`SelectCodes ${token}`, `ValidateLogin ${token}`])
})

test('another configuration takes no answer from the addresses before', async ({ staffPage: page }) => {
  const config = await (await page.request.get('/config.json')).json()
  const apiUrl = `${config.apiUrl}/otra/`
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...config, apiUrl } }))
  const rows = [{ id: 7, name: 'DE-LA-OTRA', userName: null, used: 0, date: '2026-11-20 10:00:00' }]
  await page.route(`${apiUrl}SelectCodes`, (route) =>
    route.fulfill({ json: { data: rows }, headers: { 'Access-Control-Allow-Origin': '*' } }),
  )
  const calls = watchCalls(page)
  const release = await openWithoutScripts(page, ADDRESS)
  await expect.poll(() => calls).toHaveLength(2)
  await release()
  await expect(page.getByRole('cell', { name: 'DE-LA-OTRA' })).toBeVisible()
})

test('nothing leaves by itself after the session was closed', async ({ staffPage: page }) => {
  const session = await page.evaluate(() => ({ ...sessionStorage }))
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  const token = await createToken(page)
  // What was stored counts for this very session alone: it is not there, or it would be used.
  await page.evaluate((entries) => void Object.assign(sessionStorage, entries), { ...session, id_token: token })
  const calls = watchCalls(page)
  const release = await openWithoutScripts(page, ADDRESS)
  expect(calls).toEqual([])
  await release()
  expect([...calls].sort()).toEqual([`SelectCodes ${token}`, `ValidateLogin ${token}`])
})
