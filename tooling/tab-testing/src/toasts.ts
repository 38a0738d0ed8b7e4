import type { ToastMessage } from 'shared-auth'

let seen: ToastMessage[] = []

const observer = new MutationObserver(remember)
observer.observe(document.body, { childList: true, subtree: true })

/** Every toast that has appeared in this test, oldest first, those that have gone again included. */
export function toasts(): ToastMessage[] {
  remember(observer.takeRecords())
  return [...seen]
}

export function forgetToasts(): void {
  observer.takeRecords()
  seen = []
}

function remember(records: MutationRecord[]): void {
  for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof Element)) continue
    const messages = node.matches('.p-toast-message') ? [node] : node.querySelectorAll('.p-toast-message')
    for (const message of messages) seen.push(read(message))
  }
}

function read(toast: Element): ToastMessage {
  const severity = (['success', 'info', 'warn', 'error'] as const).find((name) =>
    toast.matches(`.p-toast-message-${name}`),
  )
  if (!severity) throw new Error(`A toast of no known severity: ${toast.className}.`)
  const text = (part: string) => toast.querySelector(`.p-toast-${part}`)?.textContent ?? ''
  return { severity, summary: text('summary'), detail: text('detail') }
}
