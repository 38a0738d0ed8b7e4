import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.jobs.ts'],
    globalSetup: './product.setup.ts',
    // One browser at a time: the product, its database and the browser share two cores.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
