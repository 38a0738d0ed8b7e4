import { guardSession } from '@canje/shared-auth'
import { LOGIN } from './return-path'

/** Opens a path of the shell in a new document. It never resolves. */
export type OpenDocument = (path: string) => Promise<never>

let isLeaving = false

/**
 * Prevents code of a tab from keeping a document that the shell leaves: by a dialog, or in the back/forward
 * cache. A document that returns from there without being left runs the guard. Called before such code
 * runs, because listeners are called in their order.
 */
export function watchDocument(): void {
  const stop = (event: Event) => {
    if (isLeaving) event.stopImmediatePropagation()
  }
  window.addEventListener('beforeunload', stop, { capture: true })
  const restore = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if (isLeaving) location.replace(LOGIN)
    else guardSession()
  }
  window.addEventListener('pageshow', restore, { capture: true })
}

/**
 * Leaves the document, so that no listener, timer, worker or global of a tab outlives its session (D35, sign-out). Its content
 * vanishes at once.
 */
export const openDocument: OpenDocument = (path) => {
  if (!isLeaving) {
    isLeaving = true
    replaceBody()
    // A path of this document, too, with its fragment.
    if (location.pathname === path) location.reload()
    else location.assign(path)
  }
  return new Promise(() => undefined)
}

/** React keeps the detached body, whose portals it can still remove. */
function replaceBody(): void {
  const body = document.createElement('body')
  const status = document.createElement('p')
  status.role = 'status'
  status.className = 'guard-pending'
  status.textContent = 'Cerrando la sesión…'
  body.append(status)
  document.documentElement.replaceChildren(document.head, body)
}
