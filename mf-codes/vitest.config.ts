import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
    globalSetup: 'tab-testing/global-setup',
    setupFiles: 'tab-testing/setup',
    // Tests that change codes must not run beside tests that read them.
    fileParallelism: false,
    silent: 'passed-only',
  },
})
