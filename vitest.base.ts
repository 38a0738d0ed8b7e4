import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { testLimits } from './tooling/tab-testing/src/vitest.mjs'

export { documentTests } from './tooling/tab-testing/src/vitest.mjs'

declare module '@vitest/runner' {
  interface TaskMeta {
    /** Why a test is skipped and how to run it; `npm test` prints it at its end. */
    skipReason?: string
  }
}

/** Configuration of tests without a DOM. */
export function nodeTests(options: NonNullable<ViteUserConfig['test']> = {}): ViteUserConfig {
  return defineConfig({ test: { environment: 'node', ...testLimits, ...options } })
}
