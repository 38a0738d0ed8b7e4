import { loadEarly } from './open-early'
import { remotesInUse } from './preview'

/** The mark on the page's timeline that says that the code of every tab was tried. */
const DONE = 'tabs-loaded'

/** What a browser that cannot tell when it is idle waits in its place. */
const PAUSE_MS = 200

let hasBegun = false

/**
 * Loads the code of the tabs that nobody has opened yet, one at a time and only while nothing in the page is busy, as a
 * table is whose rows are on their way. No call is made for them; one that fails is loaded anew when it is opened. Once
 * a page; not at all for staff who save data.
 */
export async function loadWhenIdle(): Promise<void> {
  if (hasBegun || savesData()) return
  hasBegun = true
  const tried = new Set<string>()
  for (;;) {
    await idle()
    const next = remotesInUse().find(({ name }) => !tried.has(name))
    if (!next) break
    tried.add(next.name)
    await loadEarly(next)
  }
  performance.mark(DONE)
}

async function idle(): Promise<void> {
  do await new Promise<unknown>(whenIdle)
  while (document.querySelector('[aria-busy=true]'))
}

function whenIdle(run: (value?: unknown) => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, PAUSE_MS)
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return connection instanceof Object && Reflect.get(connection, 'saveData') === true
}
