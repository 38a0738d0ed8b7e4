import { join } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { documentTests as isolatedDocumentTests, testLimits, WAIT_LIMIT } from './tooling/tab-testing/src/vitest.js'

type TestOptions = NonNullable<ViteUserConfig['test']>

/** Files that mock modules, which no other file may share. */
const MOCKS = '**/*.mocks.{test,long.test}.{ts,tsx}'

const shared = { name: 'shared', isolate: false, exclude: [...(testLimits.exclude ?? []), MOCKS] }

/** Projects of which all files share the modules of their worker, but `*.mocks.test.ts` have their own. */
export const sharedModules = [shared, { name: 'mocks', include: [MOCKS] }].map((test) => ({
  extends: true as const,
  test,
}))

/** Configuration of tests with a DOM. All files share one page and its modules, but `*.mocks.test.ts` have their own. */
export function documentTests(): ViteUserConfig {
  const setupFiles = join(import.meta.dirname, 'shared-ui/src/testing/setup.ts')
  return isolatedDocumentTests({ projects: sharedModules, setupFiles, silent: 'passed-only' })
}

/** Configuration of tests without a DOM. All files share their modules, but `*.mocks.test.ts` have their own. */
export function nodeTests({ globalSetup = [], ...options }: TestOptions = {}): ViteUserConfig {
  return defineConfig({
    test: {
      environment: 'node',
      ...testLimits,
      globalSetup: [join(import.meta.dirname, 'tooling/repo/tests/temporary-folder.setup.ts'), globalSetup].flat(),
      setupFiles: WAIT_LIMIT,
      projects: sharedModules,
      // V8 would optimize the code of each short-lived database engine, which takes more time than it saves.
      execArgv: ['--liftoff-only'],
      ...options,
    },
  })
}
