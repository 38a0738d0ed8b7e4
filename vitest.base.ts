import { defineConfig, type ViteUserConfig } from 'vitest/config'

type TestOptions = NonNullable<ViteUserConfig['test']>

/** In ms. Limits for a machine with other work to do, not times that a test takes. */
const limits: TestOptions = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } }

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
    silent: 'passed-only',
    ...options,
  })
}
