import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config'
import { sharedModules } from './vitest.base.ts'

/** All tests of the repository in one run. Its projects are those of the packages' own configurations. */
export default defineConfig(
  async (): Promise<ViteUserConfig> => ({
    test: {
      projects: (await Promise.all(configFiles().map(projectsOf))).flat(),
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
async function projectsOf(file: string): Promise<ViteUserConfig[]> {
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, file)
  const config: ViteUserConfig = loaded?.config ?? {}
  const { projects, ...test } = config.test ?? {}
  const root = dirname(file)
  return (projects ? sharedModules : [{ test: { name: '' } }]).map(({ test: part }) =>
    // Vitest removes the constants of a project from this object.
    mergeConfig(
      { ...config, define: { ...config.define }, root, test },
      { test: { ...part, name: `${root} ${part.name}`.trim() } },
    ),
  )
}
