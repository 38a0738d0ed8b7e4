import type { Notify } from '@canje/shared-auth'

/** The mounted toast area. */
let toaster: { show: Notify; clear: () => void } | null = null

/** Registers the mounted toast area; null removes it. */
export function registerToaster(next: typeof toaster): void {
  toaster = next
}

/** Shows a toast; has no effect without a toast area. */
export const notify: Notify = (message) => toaster?.show(message)

/** Removes all toasts, so that the next session sees none of this one (D21, session state). */
export function clearToasts(): void {
  toaster?.clear()
}
