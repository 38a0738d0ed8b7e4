import { installedFirefox } from '@canje/cli/project/test-runner'
import { launch } from 'puppeteer-core'
import { callOf, type Engine, NotInstalled } from './engine'

/** Starts Firefox without a window, over WebDriver BiDi. */
export async function openFirefox(): Promise<Engine> {
  const executablePath = installedFirefox(process.env)
  if (!executablePath) throw new NotInstalled('Firefox ESR', 'firefox-esr')
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1366, height: 768 },
    extraPrefsFirefox: { 'intl.locale.requested': 'es-CO', 'intl.accept_languages': 'es-CO' },
  })
  return {
    async open() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      return {
        open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
        evaluate: (run, ...args) => page.evaluate(callOf(run, args)) as Promise<ReturnType<typeof run>>,
        click: (selector) => page.click(selector),
        type: (text) => page.keyboard.type(text),
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}
