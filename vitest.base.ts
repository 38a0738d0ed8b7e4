import { defineConfig, type ViteUserConfig } from 'vitest/config'

declare module '@vitest/runner' {
  interface TaskMeta {
    /** Why a test is skipped and how to run it; `npm test` prints it at its end. */
    skipReason?: string
  }
}

type TestOptions = NonNullable<ViteUserConfig['test']>

/** In ms, with room for a busy machine. `npm run test:long` makes every run of the seeded tests. */
const testTimeout = process.env.LONG_TESTS ? 3_600_000 : 180_000
const limits: TestOptions = { testTimeout, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

/** Configuration of tests without a DOM. */
export function nodeTests(options: TestOptions = {}): ViteUserConfig {
  return defineConfig({ test: { environment: 'node', ...limits, ...options } })
}

/** Configuration of tests with a DOM: jsdom, on the shell's origin. */
export function documentTests(options: TestOptions = {}): ViteUserConfig {
  return defineConfig({
    test: {
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
      ...limits,
      ...options,
    },
  })
}

/** Configuration of a remote's tests: its tab in a minimal host, against a running reference backend. */
export function remoteTests(options: TestOptions = {}): ViteUserConfig {
  return documentTests({
    globalSetup: 'tab-testing/global-setup',
    setupFiles: 'tab-testing/setup',
    // Long runs print tables of results.
    silent: process.env.LONG_TESTS ? false : 'passed-only',
    ...options,
  })
}
