import { findChromium } from '@canje/cli/project/test-runner'
import { chromiumOptions } from '@canje/tab-testing/browser'
import { defineConfig } from '@playwright/test'

// Playwright's workers inherit it, also for the browser checks of releases that tests make.
process.env.CHROMIUM_PATH = await findChromium(process.env, new AbortController().signal)

/** Playwright runs all projects by default. This one replaces files of docs/, so it exists for `npm run screenshots` only. */
const screenshots =
  process.env.npm_lifecycle_event === 'screenshots' ? [{ name: 'screenshots', testDir: './screenshots' }] : []

const KIT = /kit\.spec\.ts$/
/** The specs that import `support/own-backend.ts`. */
const OWN_BACKEND = /(daily-jobs|receipts)\.spec\.ts$/
/** The specs that import `support/faults.ts`. */
const OWN_STORE = /(candidate|hostile-tab|remote-faults|session-end|tampering)\.spec\.ts$/

const options = chromiumOptions(process.env.CHROMIUM_PATH)
const { launchOptions } = options

export default defineConfig({
  globalSetup: './support/start-product.ts',
  outputDir: './test-results',
  fullyParallel: true,
  // The product, its database and the browsers share two cores, which other programs may use too.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // More than the cores, because tests mostly wait: for the network, a toast, a time limit.
  workers: 3,
  forbidOnly: true,
  // Beside a sample, LONG_TESTS=1 runs all cases.
  ...(process.env.LONG_TESTS ? {} : { grepInvert: /@long/ }),
  reporter: [['list']],
  use: {
    ...options,
    // Motion that nobody sees costs a third of a page's time. The long run has it, and so has a test that asks for it.
    contextOptions: { reducedMotion: process.env.LONG_TESTS ? 'no-preference' : 'reduce' },
    // Recording doubles the duration of a test. Enable it for one file: `npx playwright test <file> --trace on`.
    trace: 'off',
  },
  projects: [
    // First, because it takes longest.
    { name: 'kit', testDir: './tests', testMatch: KIT },
    // One worker each, which starts its backend, or opens its release store, once.
    { name: 'codes', testDir: './tests', testMatch: OWN_BACKEND, workers: 1 },
    {
      name: 'releases',
      testDir: './tests',
      testMatch: OWN_STORE,
      workers: 1,
      use: {
        // A page that a test serves has no address, so that Chromium would refuse its requests to this machine.
        launchOptions: {
          ...launchOptions,
          args: [...launchOptions.args, '--disable-features=LocalNetworkAccessChecks'],
        },
      },
    },
    { name: 'main', testDir: './tests', testIgnore: [KIT, OWN_BACKEND, OWN_STORE] },
    ...screenshots,
  ],
})
