import { CHROMIUM_FLAGS, findChromium } from '@canje/cli/project/test-runner'
import { defineConfig } from '@playwright/test'

// Also for the browser checks of releases that tests make.
process.env.CHROMIUM_PATH = await findChromium(process.env, new AbortController().signal)

export default defineConfig({
  testDir: './tests',
  globalSetup: './support/start-product.ts',
  outputDir: './test-results',
  fullyParallel: true,
  // The product, its database and the browsers share two cores, which other programs may use too.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // More than the cores, because tests mostly wait: for the network, a toast, a time limit.
  workers: 3,
  testIgnore: 'kit.spec.ts',
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    locale: 'es-CO',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_FLAGS },
    screenshot: 'only-on-failure',
    // Recording doubles the duration of a test. Enable it for one file: `npx playwright test <file> --trace on`.
    trace: 'off',
  },
})
