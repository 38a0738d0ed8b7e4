/** What became of a component by edits; undefined of one that was not edited, or is another program's. */
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
 * Runs in the shell's page, in development, before React. The shell and every remote bring a React Refresh runtime of
 * their own, but the page has one React. The hook that the shell's runtime made keeps that React for the runtimes that
 * come later. React knows of one runtime only, that of the last edit: it is told of the edits of all. Otherwise a
 * component that another program has replaced is a new one for it, and its state is lost.
 */
const hook = globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__
const inject = hook.inject.bind(hook)
hook.inject = (renderer) => {
  if (renderer.setRefreshHandler) renderer.setRefreshHandler = handlerOfAll(renderer.setRefreshHandler)
  const id = inject(renderer)
  hook.renderers.set(id, renderer)
  return id
}

function handlerOfAll(setRefreshHandler: (familyOf: FamilyOf) => void) {
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
