import { type RspackPluginInstance, rspack } from '@rspack/core'
import type { Project } from './project'

/** Serves a `release.json` for previews of a remote that is developed: without files to load first, which change with every edit. */
export function devManifest({ name, version, build, canje, extensions, settings }: Project): RspackPluginInstance {
  const described = { name, version, build, proposedTab: canje.tab, connect: canje.connect }
  const built = { entry: 'remoteEntry.js', preload: [], requires: {}, commit: null, builtAt: new Date().toISOString() }
  const modules = extensions.map(({ slot }) => ({ slot, preload: [] }))
  const transform = () => JSON.stringify({ ...described, ...built, extensions: modules, settings: settings?.slice(2) })
  return new rspack.CopyRspackPlugin({ patterns: [{ from: 'package.json', to: 'release.json', transform }] })
}
