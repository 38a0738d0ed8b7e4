import type { ViteUserConfig } from 'vitest/config'

declare module '@vitest/runner' {
  interface TaskMeta {
    /** Why a test is skipped and how to run it; `npm test` prints it at its end. */
    skipReason?: string
  }
}

type TestOptions = NonNullable<ViteUserConfig['test']>

/** Which tests run, and how long they may take. `LONG_TESTS` adds the files `*.long.test.ts`, and every run of the seeded tests. */
export const testLimits: Pick<TestOptions, 'exclude' | 'testTimeout' | 'hookTimeout' | 'expect' | 'maxWorkers'>

/** Setup file of all tests, with the limit of `vi.waitFor`. */
export const WAIT_LIMIT: string

/** Configuration of tests with a DOM: jsdom, on the shell's origin. */
export function documentTests(options?: TestOptions): ViteUserConfig

/** Configuration of a remote's tests: its tab in a minimal host, against a running reference backend. */
export function remoteTests(options?: TestOptions): ViteUserConfig
