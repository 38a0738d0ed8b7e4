import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { loadConfigFromFile, type Plugin } from 'vite'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'
import { testLimits } from './tooling/tab-testing/src/vitest.js'
import { sharedModules } from './vitest.base.ts'

/** Tests of a package, of which all paths start at the root. */
interface Part {
  folder: string
  /** Glob patterns of its test files. */
  include: string[]
  config: ViteUserConfig
}

/**
 * Vitest 4.1 reads the cached code of global setups, of the environment `__vitest__`, as bytes. Reading the stack of an
 * error in that code then throws, so it is not cached.
 */
const uncachedGlobalSetups: Plugin = {
  name: 'uncached-global-setups',
  configureVitest: ({ experimental_defineCacheKeyGenerator: keyOf }) =>
    keyOf(({ environment }) => (environment.name === '__vitest__' ? false : undefined)),
}

/**
 * All tests of the repository in one run. Packages with the same settings become one project, since the workers of each
 * project load React, PrimeReact and jsdom for seconds.
 */
export default defineConfig(
  async (): Promise<ViteUserConfig> => ({
    test: {
      // Several projects have the same modules.
      experimental: { fsModuleCache: true },
      projects: projectsOf((await Promise.all(configFiles().map(partsOf))).flat()),
      // Long runs print tables of results.
      silent: process.env.LONG_TESTS ? false : 'passed-only',
    },
  }),
)

function configFiles(): string[] {
  return ['.', 'tooling']
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'vitest.config.ts')))
    .filter((file) => existsSync(file))
}

/** Vitest does not nest projects. */
async function partsOf(file: string): Promise<Part[]> {
  const folder = dirname(file)
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, file)
  const { test: { projects, ...test } = {}, ...config }: ViteUserConfig = loaded?.config ?? {}
  const atRoot = (paths: string | string[] = []) =>
    [paths].flat().map((path) => (existsSync(join(folder, path)) ? resolve(folder, path) : path))
  return (projects ? sharedModules.map((part) => part.test) : [{}]).map((part) => {
    const { include = configDefaults.include, ...settings } = { ...test, ...part }
    // The files of all tabs share the cores.
    const { testTimeout } = testLimits
    const { setupFiles, globalSetup } = settings
    // Beside the other tabs, one is tested with a sample of the faults. `vitest run` in its folder has all of them.
    const env = settings.environment === 'jsdom' && !process.env.LONG_TESTS ? { SAMPLED_SUITES: '1' } : {}
    return {
      folder,
      include: include.map((pattern) => join(folder, pattern)),
      config: {
        ...config,
        test: {
          ...settings,
          ...(testTimeout && { testTimeout }),
          setupFiles: atRoot(setupFiles),
          globalSetup: atRoot(globalSetup),
          env,
        },
      },
    }
  })
}

/** Makes one project of all parts with the same settings. Their constants have different names. */
function projectsOf(parts: Part[]): ViteUserConfig[] {
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const key = JSON.stringify({ ...part.config, define: undefined })
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return Array.from(groups.values(), (group) => {
    const { test, ...config } = group[0]?.config ?? {}
    return {
      ...config,
      // Vitest removes the constants of a project from this object.
      define: Object.assign({}, ...group.map((part) => part.config.define)),
      plugins: [uncachedGlobalSetups],
      root: import.meta.dirname,
      test: {
        ...test,
        name: [...group.map(({ folder }) => folder), test?.name ?? ''].join(' ').trim(),
        include: group.flatMap(({ include }) => include),
      },
    }
  })
}
