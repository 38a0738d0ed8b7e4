import { fileURLToPath } from 'node:url'
import { CHROMIUM_FLAGS, installedChromium, NO_CHROMIUM } from '@canje/cli/project/test-runner'
import { REPORTER } from '@canje/cli/test-browser'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { TIME_ZONE } from '../tab-options'

/** How every browser test looks at a page. */
const PAGE = { viewport: { width: 1366, height: 768 }, locale: 'es-CO', screenshot: 'only-on-failure' as const }
const TRACE = 'retain-on-failure' as const

/** How every browser test starts Chromium. @param executablePath absolute path of the program */
export function chromiumOptions(executablePath: string) {
  return { ...PAGE, browserName: 'chromium' as const, launchOptions: { executablePath, args: CHROMIUM_FLAGS } }
}

/** How `canje test-browser --browser firefox` starts the Firefox of FIREFOX_PATH. */
function firefoxOptions() {
  return {
    ...PAGE,
    browserName: 'firefox' as const,
    channel: 'moz-firefox',
    // Each of its pictures is a screenshot, which takes most of the time of a test.
    trace: { mode: TRACE, screenshots: false },
    launchOptions: {
      executablePath: fileURLToPath(import.meta.resolve('@canje/tab-testing/browser/firefox')),
      firefoxUserPrefs: {
        // By default, up to ten requests when a connection is closed.
        'network.http.request.max-attempts': 1,
        // What takes the focus, or requests a file that the shell does not have.
        'browser.download.alwaysOpenPanel': false,
        'browser.chrome.site_icons': false,
      },
    },
  }
}

/** @throws Error when no Chromium is installed */
async function browserOptions() {
  if (process.env.TEST_BROWSER === 'firefox') return firefoxOptions()
  const chromium = await installedChromium(process.env)
  if (chromium) return chromiumOptions(chromium)
  throw new Error(NO_CHROMIUM)
}

/**
 * Playwright's configuration of a tab's browser tests: `tests/*.browser.ts`, with a screenshot and a trace of a failure.
 * With `canje test-browser --shells`, each test runs once per shell.
 *
 * @param options more of Playwright's configuration
 * @throws Error when no Chromium is installed
 * @example export default browserTests()
 */
export async function browserTests({
  use,
  reporter = 'list',
  ...options
}: PlaywrightTestConfig = {}): Promise<PlaywrightTestConfig> {
  const shells = process.env.TEST_SHELLS ? process.env.TEST_SHELLS.split(' ') : []
  return defineConfig<{ timezone: string }, { shellUrl: string }>({
    testDir: './tests',
    testMatch: '**/*.browser.ts',
    globalSetup: '@canje/tab-testing/browser/global-setup',
    forbidOnly: Boolean(process.env.CI),
    timeout: 30_000,
    expect: { timeout: 20_000 },
    reporter: [...(typeof reporter === 'string' ? [[reporter] as const] : reporter), [REPORTER]],
    ...(shells.length > 0 && {
      projects: shells.map((shellUrl) => ({ name: shellUrl, use: { shellUrl } })),
    }),
    use: {
      trace: TRACE,
      ...(await browserOptions()),
      timezone: TIME_ZONE,
      actionTimeout: 10_000,
      ...use,
    },
    ...options,
  })
}
