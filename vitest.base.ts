import { defineConfig, type ViteUserConfig } from 'vitest/config'

type TestOptions = NonNullable<ViteUserConfig['test']>

/** Tests that need a browser's document: it is a page on the shell's origin. */
export function documentTests(options: TestOptions = {}): ViteUserConfig {
  return defineConfig({
    test: { environment: 'jsdom', environmentOptions: { jsdom: { url: 'http://localhost:3000' } }, ...options },
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
