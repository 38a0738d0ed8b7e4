import type { Notify, ToastMessage } from '@canje/shared-auth'

/** Shows toasts; implemented by the mounted toast area. */
export interface Toaster {
  show(message: ToastMessage): void
  clear(): void
}

let toaster: Toaster | null = null

/** Registers the mounted toast area; null removes it. */
export function registerToaster(next: Toaster | null): void {
  toaster = next
}

/** Shows a toast; has no effect without a toast area. */
export const notify: Notify = (message) => toaster?.show(message)

/** Removes all toasts, so that the next session sees none of this one (D21, session state). */
export function clearToasts(): void {
  toaster?.clear()
}
