import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const require = createRequire(import.meta.url)

beforeEach(() => {
  vi.stubGlobal('__REACT_DEVTOOLS_GLOBAL_HOOK__', undefined)
  // The modules of another file in this worker may have set that of a build.
  vi.stubEnv('NODE_ENV', 'test')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

interface RefreshRuntime {
  injectIntoGlobalHook(global: unknown): void
  register(component: unknown, id: string): void
  performReactRefresh(): unknown
}

/** Loads a separate runtime, as each bundle does. */
function refreshRuntime(): RefreshRuntime {
  for (const path of Object.keys(require.cache)) if (path.includes('react-refresh')) delete require.cache[path]
  const runtime: RefreshRuntime = require('react-refresh/runtime')
  runtime.injectIntoGlobalHook(globalThis)
  return runtime
}

/** A minimal React renderer, which uses the last handler it received. */
function startReact() {
  let familyOf: (component: unknown) => object | undefined = () => undefined
  const renderer = {
    scheduleRefresh: () => undefined,
    setRefreshHandler: (handler: typeof familyOf) => {
      familyOf = handler
    },
  }
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__.inject(renderer)
  return {
    latest(component: unknown) {
      const family = familyOf(component)
      return family && 'current' in family ? family.current : undefined
    },
  }
}

it('resolves edited components of every bundle, in any order of edits', async () => {
  const [before, after, other, otherAfter] = [() => 'a', () => 'b', () => 'c', () => 'd']
  const shell = refreshRuntime()
  await import('./react-refresh-bridge')
  const react = startReact()
  const remote = refreshRuntime()
  const edits = [
    [remote, before, after],
    [shell, other, otherAfter],
  ] as const
  for (const [runtime, old, edited] of edits) {
    runtime.register(old, 'Component')
    runtime.register(edited, 'Component')
    runtime.performReactRefresh()
  }
  expect([react.latest(before), react.latest(other)]).toEqual([after, otherAfter])
  expect(react.latest(() => 'e')).toBeUndefined()
})
