import type { ViteUserConfig } from 'vitest/config'

type TestOptions = NonNullable<ViteUserConfig['test']>

/** In ms, with room for a busy machine. `LONG_TESTS` makes every run of the seeded tests. */
export const testLimits: Pick<TestOptions, 'testTimeout' | 'hookTimeout' | 'expect'>

/** Configuration of tests with a DOM: jsdom, on the shell's origin. */
export function documentTests(options?: TestOptions): ViteUserConfig

/** Configuration of a remote's tests: its tab in a minimal host, against a running reference backend. */
export function remoteTests(options?: TestOptions): ViteUserConfig
