import { fireEvent } from '@testing-library/react'
import { backend } from '../../backend'
import type { RecordedRequest } from '../../fault-proxy'
import { clearToasts } from '../../toasts'

/** Shorter texts may be part of any label. */
const MIN_LENGTH = 4

export function pageText(): string {
  return document.body.textContent ?? ''
}

/** The texts of all responses so far that the page shows. */
export function shownTexts(): string[] {
  const page = pageText()
  const texts = new Set(backend.requests().flatMap(textsIn))
  return [...texts].filter((text) => page.includes(text))
}

const textsOf = new WeakMap<RecordedRequest, string[]>()

function textsIn(request: RecordedRequest): string[] {
  const known = textsOf.get(request)
  if (known) return known
  const texts: string[] = []
  try {
    JSON.parse(request.response, (_key, value: unknown) => {
      if (typeof value === 'string' && value.length >= MIN_LENGTH) texts.push(value)
    })
  } catch {
    // The body of a fault.
  }
  if (request.ended) textsOf.set(request, texts)
  return texts
}

/** What assistive technology announces, but for toasts. */
export function announcements(): string[] {
  return [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]
    .filter((element) => !element.closest('.p-toast'))
    .map(({ textContent }) => textContent ?? '')
}

/** The texts of the fields that are not empty. */
export function fieldTexts(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea')
  return [...fields].map(({ value }) => value).filter((value) => value !== '')
}

/** Whether a control says that it waits for a response. */
export function isBusy(): boolean {
  return document.querySelector('[aria-busy=true], .p-button-loading') !== null
}

/** The first button with a name. Queries by role are slow in jsdom. */
export function buttonNamed(name: string | RegExp): HTMLElement | undefined {
  return [...document.querySelectorAll('button')].find((button) => {
    const own = button.ariaLabel ?? button.textContent?.trim() ?? ''
    return typeof name === 'string' ? own === name : name.test(own)
  })
}

/**
 * Presses a button.
 *
 * @throws Error when the page has none with that name
 */
export async function pressButton(name: string | RegExp): Promise<void> {
  const button = buttonNamed(name)
  if (!button) throw new Error(`The page has no button '${name}'.`)
  fireEvent.click(button)
}

/** Forgets all toasts: an equal one would merge with an open one. */
export function closeToasts(): void {
  for (const close of document.querySelectorAll('.p-toast-icon-close')) fireEvent.click(close)
  clearToasts()
}
