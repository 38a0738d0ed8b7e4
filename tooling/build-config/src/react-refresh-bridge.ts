/** Returns all versions of an edited component; undefined if it was not edited or belongs to another bundle. */
type FamilyOf = (component: unknown) => object | undefined

interface Renderer {
  setRefreshHandler?: (familyOf: FamilyOf) => void
}

interface Hook {
  renderers: Map<number, Renderer>
  inject(renderer: Renderer): number
}

declare global {
  var __REACT_DEVTOOLS_GLOBAL_HOOK__: Hook
}

/**
 * Connects the page's React with the React Refresh runtimes of the shell and all remotes. Runs in development, in the
 * shell's page, before React. Each bundle has its own Refresh runtime, but the page has one React:
 *
 * - The hook of the shell's runtime keeps the renderer for runtimes that load later.
 * - React keeps only the handler of the last edit. The combined handler covers the edits of all bundles, so components
 *   of other bundles keep their state.
 */
const hook = globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__
const inject = hook.inject.bind(hook)
hook.inject = (renderer) => {
  if (renderer.setRefreshHandler) renderer.setRefreshHandler = combineHandlers(renderer.setRefreshHandler)
  const id = inject(renderer)
  hook.renderers.set(id, renderer)
  return id
}

function combineHandlers(setRefreshHandler: (familyOf: FamilyOf) => void) {
  const runtimes = new Set<FamilyOf>()
  const familyOf: FamilyOf = (component) => {
    for (const runtime of runtimes) {
      const family = runtime(component)
      if (family) return family
    }
    return undefined
  }
  return (runtime: FamilyOf) => {
    runtimes.add(runtime)
    setRefreshHandler(familyOf)
  }
}

export {}
