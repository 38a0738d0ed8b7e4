import type { Compilation } from '@rspack/core'

/** The type of the modules by which Module Federation takes a package from the page. */
const CONSUMED = 'consume-shared-module'

/**
 * Lists the exports of shared modules that the code of a remote uses, for `release.json`: a shell without one of them breaks
 * the remote where it uses it. What `require` or a dynamic import takes is unknown, and left out.
 *
 * @param shareKeyOf maps an import request to a key of the share scope
 * @returns sorted names by share key
 */
export function usedExports(
  { modules, moduleGraph }: Compilation,
  shareKeyOf: (request: string) => string,
): Record<string, string[]> {
  const names = new Map<string, Set<string>>()
  for (const shared of modules) {
    if (shared.type !== CONSUMED) continue
    for (const connection of moduleGraph.getIncomingConnections(shared)) {
      const { dependency } = connection
      const [name] = dependency.ids ?? []
      // Those of unused code are inactive.
      if (!name || !dependency.request || connection.getActiveState(undefined) === false) continue
      const key = shareKeyOf(dependency.request)
      names.set(key, (names.get(key) ?? new Set()).add(name))
    }
  }
  return Object.fromEntries([...names].sort().map(([key, used]) => [key, [...used].sort()]))
}
