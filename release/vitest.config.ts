import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    // Two files build the shell when it is out of date; at the same time they would do so into the same folder.
    fileParallelism: false,
  },
})
