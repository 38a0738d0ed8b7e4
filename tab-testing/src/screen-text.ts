import type { ToastMessage } from 'shared-auth'

/** The column headers, from left to right. */
export function headers(): string[] {
  return [...table().querySelectorAll('thead th')].map(textOf)
}

/** The rows on the page, each as the texts of its cells; none when the table shows a message instead. */
export function rows(): string[][] {
  return [...table().querySelectorAll('tbody tr:not(.p-datatable-emptymessage)')].map((row) =>
    [...row.querySelectorAll('td')].map(textOf),
  )
}

/** The texts of one column on the page. */
export function column(header: string): string[] {
  const index = headers().indexOf(header)
  if (index === -1) throw new Error(`No column '${header}' among: ${headers().join(', ')}.`)
  return rows().map((row) => row[index] ?? '')
}

/** The toasts on screen, oldest first. */
export function toasts(): ToastMessage[] {
  return [...document.querySelectorAll('.p-toast-message')].map((toast) => ({
    severity: severityOf(toast),
    summary: textOf(toast.querySelector('.p-toast-summary')),
    detail: textOf(toast.querySelector('.p-toast-detail')),
  }))
}

function table(): HTMLTableElement {
  const [only, ...others] = document.querySelectorAll('table')
  if (!only || others.length > 0)
    throw new Error(`Expected one table in the page, found ${others.length + (only ? 1 : 0)}.`)
  return only
}

function severityOf(toast: Element): ToastMessage['severity'] {
  const severity = (['success', 'info', 'warn', 'error'] as const).find((name) =>
    toast.matches(`.p-toast-message-${name}`),
  )
  if (!severity) throw new Error(`A toast without a severity: ${toast.className}.`)
  return severity
}

function textOf(element: Element | null): string {
  return element?.textContent ?? ''
}
