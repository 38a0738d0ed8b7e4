import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
    globalSetup: 'tab-testing/global-setup',
    setupFiles: 'tab-testing/setup',
    silent: 'passed-only',
  },
})
