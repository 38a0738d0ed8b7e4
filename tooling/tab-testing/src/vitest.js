// Plain JavaScript: Node.js loads it from a vitest.config.ts before any TypeScript loader runs.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

// Vite and React read it after this file. With `production`, no built-in module is found, and React has no `act`.
process.env.NODE_ENV = 'test'

/**
 * Which tests run, and how long they may take, in ms with room for a busy machine. `LONG_TESTS` adds the files
 * `*.long.test.ts`, and every run of the seeded tests.
 */
export const testLimits = {
  exclude: [...configDefaults.exclude, ...(process.env.LONG_TESTS ? [] : ['**/*.long.test.*'])],
  testTimeout: process.env.LONG_TESTS ? 3_600_000 : 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
  // More than the cores, because tests wait at times for processes, timers and the network.
  maxWorkers: availableParallelism() + 1,
}

/** In ms: a test of a tab that hangs ends, instead of the job of its pipeline. */
const TAB_TEST_TIMEOUT = 30_000

let hasFailed = false
/** Prints the first failure at once: Vitest lists all of them at the end. */
const firstFailure = {
  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (hasFailed || state !== 'failed') return
    hasFailed = true
    console.error(`First failure: ${test.fullName}\n${errors?.[0]?.message}`)
  },
}

/** Setup file of all tests, with the limit of `vi.waitFor`. */
export const WAIT_LIMIT = fileURLToPath(new URL('./wait-limit.js', import.meta.url))

const RESET_GLOBALS = fileURLToPath(new URL('./reset-globals.js', import.meta.url))

/**
 * Configuration of tests with a DOM: jsdom, on the shell's origin. With `isolate: false`, the test files share one page and
 * its modules, which is faster; then no file may mock modules.
 *
 * @param {NonNullable<import('vitest/config').ViteUserConfig['test']>} [options]
 * @returns {import('vitest/config').ViteUserConfig}
 */
export function documentTests({ setupFiles = [], ...options } = {}) {
  return defineConfig({
    // As in a build: `tooling/build-config/src/assets.ts`.
    css: { modules: { localsConvention: 'camelCase' } },
    test: {
      css: { include: /\.module\.css$/ },
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
      ...testLimits,
      setupFiles: [WAIT_LIMIT, RESET_GLOBALS, setupFiles].flat(),
      ...options,
    },
  })
}

/**
 * Configuration of a remote's tests: its tab in a minimal host, against a running reference backend.
 *
 * @param {NonNullable<import('vitest/config').ViteUserConfig['test']>} [options]
 * @returns {import('vitest/config').ViteUserConfig}
 */
export function remoteTests(options = {}) {
  return documentTests({
    globalSetup: '@canje/tab-testing/global-setup',
    setupFiles: '@canje/tab-testing/setup',
    // Long runs print tables of results.
    silent: process.env.LONG_TESTS ? false : 'passed-only',
    testTimeout: TAB_TEST_TIMEOUT,
    reporters: ['default', firstFailure],
    // Installed packages import folders of PrimeReact, which Vite resolves and Node.js does not.
    server: { deps: { inline: [/@canje\//] } },
    ...options,
  })
}
