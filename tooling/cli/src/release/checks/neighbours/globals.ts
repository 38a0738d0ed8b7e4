import { type Check, compared, type Facts, type TabInPage } from './check'

/** Properties of `window` and `document` that no web standard defines. */
export const globals: Check = {
  code: 'global-left',
  problem: 'leaves globals behind when it is closed',
  fix: 'Keep state in the component or in a module. What a library needs, the effect that adds it removes again.',
  at: ['closed'],
  watch: compared(readGlobals),
}

/** Runs in the page. */
function readGlobals({ tab: { styles } }: { tab: TabInPage }): Facts {
  const facts: Facts = new Map()
  // The container and the chunk lists of the build, which the shell removes when another release replaces it.
  const own = [
    styles,
    `rspackChunk${styles.replaceAll(/\W/g, '_')}`,
    `webpackChunk${styles.replaceAll(/[\W_]+/g, '_')}`,
  ]
  // Of the check itself, and what the first dialog of a page adds for all.
  const ignored = new Set([...own, 'canje-probe@probe', 'Symbol(canje.back-layers)', 'primeDialogParams'])
  for (const [name, object] of Object.entries({ window, document })) {
    for (const key of Reflect.ownKeys(object)) {
      if (ignored.has(String(key))) continue
      facts.set(`${name}.${String(key)}`, undefined)
    }
  }
  return facts
}
