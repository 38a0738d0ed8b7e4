import type { Notify, ToastMessage } from 'shared-auth'

/** What shows toasts: the mounted toast area. */
export interface ToastOutlet {
  show(message: ToastMessage): void
  clear(): void
}

let outlet: ToastOutlet | null = null

/** Connects the toast area; null disconnects it. */
export function connectOutlet(next: ToastOutlet | null): void {
  outlet = next
}

/** Raises a toast. */
export const notify: Notify = (message) => outlet?.show(message)

/** Removes every toast, so that nothing of one session is left for the next (D21). */
export function clearToasts(): void {
  outlet?.clear()
}
