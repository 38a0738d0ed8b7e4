import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { SHELL_BUILD: '"shell-build"' },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
    testTimeout: 30_000,
  },
})
