import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    // By default a core is left free, which on two cores means one file at a time.
    maxWorkers: 2,
  },
})
