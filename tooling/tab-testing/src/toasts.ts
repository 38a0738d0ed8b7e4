import type { ToastMessage } from '@canje/shared-auth'

let recorded: ToastMessage[] = []

const observer = new MutationObserver(record)
observer.observe(document.body, { childList: true, subtree: true })

/** Lists the toasts of this test, oldest first, including closed ones. */
export function toasts(): ToastMessage[] {
  record(observer.takeRecords())
  return [...recorded]
}

/** Clears the recorded toasts, after each test. */
export function clearToasts(): void {
  observer.takeRecords()
  recorded = []
}

function record(records: MutationRecord[]): void {
  for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof Element)) continue
    const messages = node.matches('.p-toast-message') ? [node] : node.querySelectorAll('.p-toast-message')
    for (const message of messages) recorded.push(read(message))
  }
}

function read(toast: Element): ToastMessage {
  const severity = (['success', 'info', 'warn', 'error'] as const).find((name) =>
    toast.matches(`.p-toast-message-${name}`),
  )
  if (!severity) throw new Error(`The toast has an unknown severity: ${toast.className}.`)
  const text = (part: string) => toast.querySelector(`.p-toast-${part}`)?.textContent ?? ''
  return { severity, summary: text('summary'), detail: text('detail') }
}
