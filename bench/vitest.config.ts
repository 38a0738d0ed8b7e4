import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The embedded engine takes seconds to make a new database.
  test: { environment: 'node', include: ['src/**/*.test.ts'], testTimeout: 120_000 },
})
