import type { ToastMessage } from '@canje/shared-auth'

let recorded: ToastMessage[] = []

/** Lists the toasts of this test, oldest first, including closed ones. */
export function toasts(): ToastMessage[] {
  return [...recorded]
}

/** Keeps a toast that a tab shows. */
export function recordToast(toast: ToastMessage): void {
  recorded.push(toast)
}

/** Clears the recorded toasts, after each test. */
export function clearToasts(): void {
  recorded = []
}
