import { defineConfig, type ViteUserConfig } from 'vitest/config'

declare module '@vitest/runner' {
  interface TaskMeta {
    /** Why a skipped test is skipped, and how to have it run: `npm test` ends with it. */
    skipReason?: string
  }
}

type TestOptions = NonNullable<ViteUserConfig['test']>

/** In ms. Limits for a machine with other work to do, not times that a test takes; `npm run test:long` makes every run. */
const testTimeout = process.env.LONG_TESTS ? 3_600_000 : 180_000
const limits: TestOptions = { testTimeout, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

/** Tests that need no browser. */
export function nodeTests(options: TestOptions = {}): ViteUserConfig {
  return defineConfig({ test: { environment: 'node', ...limits, ...options } })
}

/** Tests that need a browser's document: it is a page on the shell's origin. */
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

/** A remote's own tests: its tab in a small host, against a reference backend that runs as long as they do. */
export function remoteTests(options: TestOptions = {}): ViteUserConfig {
  return documentTests({
    globalSetup: 'tab-testing/global-setup',
    setupFiles: 'tab-testing/setup',
    // The long runs print their tables.
    silent: process.env.LONG_TESTS ? false : 'passed-only',
    ...options,
  })
}
