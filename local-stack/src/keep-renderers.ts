/**
 * Runs in the shell's page, in development, before React. Every remote brings a React Refresh runtime of its own, which
 * looks for the page's React in the hook that the shell's runtime made; that hook forgets it unless somebody keeps it.
 */
interface Hook {
  renderers: Map<number, unknown>
  inject(renderer: unknown): number
}

declare global {
  var __REACT_DEVTOOLS_GLOBAL_HOOK__: Hook
}

const hook = globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__
const inject = hook.inject.bind(hook)
hook.inject = (renderer) => {
  const id = inject(renderer)
  hook.renderers.set(id, renderer)
  return id
}

export {}
