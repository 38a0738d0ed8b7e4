import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { slotModule } from '@canje/registry'
import { type RspackPluginInstance, rspack } from '@rspack/core'
import type { Project } from './project'

/** Serves a `release.json` for previews of a remote that is developed: without files to load first, which change with every edit. */
export function devManifest({
  name,
  version,
  build,
  canje,
  extensions,
  settings,
  directory,
}: Project): RspackPluginInstance {
  const described = { name, version, build, proposedTab: canje.tab, connect: canje.connect }
  const built = { entry: 'remoteEntry.js', preload: [], requires: {}, commit: null, builtAt: new Date().toISOString() }
  const modules = extensions.map(({ slot }) => ({ slot, module: slotModule(slot), preload: [] }))
  const ofSettings = () =>
    settings && {
      settings: { schema: basename(settings), preload: [] },
      proposedSettings: readSample(directory, settings),
    }
  const transform = () => JSON.stringify({ ...described, ...built, extensions: modules, ...ofSettings() })
  return new rspack.CopyRspackPlugin({ patterns: [{ from: 'package.json', to: 'release.json', transform }] })
}

/**
 * The settings of a remote that is developed: `settings.json` beside its schema (D44, settings).
 *
 * @param schema path of the schema, relative to the project
 * @returns undefined without the file
 */
export function readSample(directory: string, schema: string): unknown {
  const file = join(directory, dirname(schema), 'settings.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
