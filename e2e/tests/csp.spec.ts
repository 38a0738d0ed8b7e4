import { expect, test } from '../support/test'

// The policy itself: `content-security-policy.test.ts` of `tooling/cli`. That the product does not violate its policy is part of every test: a violation is an error in the console.
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
