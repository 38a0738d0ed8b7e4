import { containerGlobal, type Release } from '@canje/registry'
import { getInstance } from '@module-federation/runtime'

/**
 * Removes a build from the page. The federation runtime has no API for this, so each of its caches is cleared.
 */
export function unloadRelease(remote: string, release: Release): void {
  const container = containerGlobal(remote, release)
  forget(container, release.entry)
  Reflect.deleteProperty(window, container)
  for (const list of chunkListsOf(container)) Reflect.deleteProperty(window, list)
  removeElements(new URL('.', release.entry).href)
}

function forget(container: string, entry: string): void {
  const runtime = getInstance()
  if (!runtime) return
  const { remotes } = runtime.options
  const index = remotes.findIndex(({ name }) => name === container)
  if (index >= 0) remotes.splice(index, 1)
  runtime.moduleCache.delete(container)
  const { idToRemoteMap } = runtime.remoteHandler
  for (const id of Object.keys(idToRemoteMap)) if (id.startsWith(`${container}/`)) delete idToRemoteMap[id]
  const { __INSTANCES__: instances } = window.__FEDERATION__
  instances.splice(0, Infinity, ...instances.filter(({ name }) => name !== container))
  for (const versions of Object.values(runtime.shareScopeMap.default ?? {})) {
    for (const [version, { from }] of Object.entries(versions)) if (from === container) delete versions[version]
  }
  const loadedEntries: unknown = Reflect.get(window, '__GLOBAL_LOADING_REMOTE_ENTRY__')
  if (loadedEntries instanceof Object) Reflect.deleteProperty(loadedEntries, `${container}:${entry}`)
}

/** Names of the global array of a build's chunks, by Rspack and by webpack. */
function chunkListsOf(container: string): string[] {
  return [`rspackChunk${container.replaceAll(/\W/g, '_')}`, `webpackChunk${container.replaceAll(/[\W_]+/g, '_')}`]
}

function removeElements(folder: string): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    if (script.src.startsWith(folder)) script.remove()
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[href]')) {
    if (link.href.startsWith(folder)) link.remove()
  }
}
