import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/pglite.setup.ts', 'src/testing/postgres.setup.ts'],
    // An embedded engine takes seconds to make a new database.
    hookTimeout: 120_000,
    testTimeout: 120_000,
  },
})
