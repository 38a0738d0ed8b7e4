// Plain JavaScript: Node.js loads it from a vitest.config.ts before any TypeScript loader runs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

/** In ms, with room for a busy machine. `LONG_TESTS` makes every run of the seeded tests. */
export const testLimits = {
  testTimeout: process.env.LONG_TESTS ? 3_600_000 : 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

const RESET_GLOBALS = fileURLToPath(new URL('./reset-globals.mjs', import.meta.url))

/** Calls that need a module registry which no other test file uses. */
const MOCKS_MODULES = /\bvi\.(mock|doMock|resetModules)\(/

/**
 * Configuration of tests with a DOM: jsdom, on the shell's origin. The test files share one page and its modules, which
 * takes a quarter of the time. Files that mock modules have their own.
 *
 * @param {NonNullable<import('vitest/config').ViteUserConfig['test']>} [options]
 * @returns {import('vitest/config').ViteUserConfig}
 */
export function documentTests({ setupFiles = [], ...options } = {}) {
  const mocking = filesThatMockModules()
  return defineConfig({
    test: {
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
      ...testLimits,
      isolate: false,
      ...(mocking.length > 0 && {
        projects: [
          { extends: true, test: { name: 'shared', exclude: [...configDefaults.exclude, ...mocking] } },
          { extends: true, test: { name: 'mocking', include: mocking, isolate: true } },
        ],
      }),
      setupFiles: [RESET_GLOBALS, setupFiles].flat(),
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
    // Installed packages import folders of PrimeReact, which Vite resolves and Node.js does not.
    server: { deps: { inline: [/@canje\//] } },
    ...options,
  })
}

/** Lists the test files of the package in the working directory that mock modules. */
function filesThatMockModules() {
  const files = ['src', 'tests'].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
      : [],
  )
  return files.filter((file) => /\.test\.tsx?$/.test(file) && MOCKS_MODULES.test(readFileSync(file, 'utf8')))
}
