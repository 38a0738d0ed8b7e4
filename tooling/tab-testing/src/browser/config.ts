import { CHROMIUM_FLAGS, installedChromium, NO_CHROMIUM } from '@canje/cli/project/test-runner'
import { REPORTER } from '@canje/cli/test-browser'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { TIME_ZONE } from '../tab-options'

/** How every browser test starts Chromium. @param executablePath absolute path of the program */
export function chromiumOptions(executablePath: string) {
  return {
    browserName: 'chromium' as const,
    viewport: { width: 1366, height: 768 },
    locale: 'es-CO',
    launchOptions: { executablePath, args: CHROMIUM_FLAGS },
    screenshot: 'only-on-failure' as const,
  }
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
  const chromium = await installedChromium(process.env)
  if (!chromium) throw new Error(NO_CHROMIUM)
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
      ...chromiumOptions(chromium),
      timezone: TIME_ZONE,
      trace: 'retain-on-failure',
      actionTimeout: 10_000,
      ...use,
    },
    ...options,
  })
}
