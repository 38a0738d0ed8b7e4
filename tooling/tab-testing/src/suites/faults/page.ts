import { fireEvent } from '@testing-library/react'
import { backend } from '../../backend'

/** Shorter texts may be part of any label. */
const MIN_LENGTH = 4

export function pageText(): string {
  return document.body.textContent ?? ''
}

/** The text of the page without some parts, such as its toasts, and without the time of its rows. */
export function stableText(without = '.p-toast'): string {
  const page = document.body.cloneNode(true) as HTMLElement
  for (const part of page.querySelectorAll(without)) part.remove()
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  let text = ''
  // Each by itself: the text beside a time would belong to its word.
  while (texts.nextNode()) text += texts.currentNode.textContent?.replaceAll(/(\blas? )?\b(?<!:)\d\d:\d\d\b(?!:)/g, '')
  return text
}

/** The texts of all responses so far that the page shows. */
export function shownTexts(): string[] {
  const page = pageText()
  // Most are equal.
  const responses = new Set(backend.requests().map(({ response }) => response))
  const texts = new Set([...responses].flatMap(textsIn))
  return [...texts].filter((text) => page.includes(text))
}

function textsIn(response: string): string[] {
  const texts: string[] = []
  try {
    JSON.parse(response, (_key, value: unknown) => {
      if (typeof value === 'string' && value.length >= MIN_LENGTH) texts.push(value)
    })
  } catch {
    // The body of a fault.
  }
  return texts
}

/** What assistive technology announces, but for toasts. */
export function announcements(): string[] {
  return [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]
    .filter((element) => !element.closest('.p-toast'))
    .map(({ textContent }) => textContent ?? '')
}

export function paragraphs(): string[] {
  return [...document.querySelectorAll('p')].map(({ textContent }) => textContent ?? '')
}

/** The texts of the fields that are not empty. */
export function fieldTexts(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea')
  return [...fields].map(({ value }) => value).filter((value) => value !== '')
}

/** Whether a control says that it waits for a response. */
export function isBusy(): boolean {
  // jsdom needs a quarter of the time of querySelector, which is faster only when it finds one.
  return document.querySelectorAll('[aria-busy=true], .p-button-loading').length > 0
}

/** The first button with a name, within an element. Queries by role are slow in jsdom. */
export function buttonNamed(name: string | RegExp, within = 'body'): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`${within} button`)].find((button) => {
    const own = button.ariaLabel ?? button.textContent?.trim() ?? ''
    return typeof name === 'string' ? own === name : name.test(own)
  })
}

/**
 * Presses a button.
 *
 * @param within selector of an element around it
 * @throws Error when the page has none with that name
 */
export async function pressButton(name: string | RegExp, within?: string): Promise<void> {
  const button = buttonNamed(name, within)
  if (!button) throw new Error(`The page has no button '${name}'.`)
  // As a press in a browser.
  button.focus()
  fireEvent.click(button)
}

/**
 * Carries out a press.
 *
 * @returns presses the same control again, unless it is another one by now, or a dialog is before it
 */
export async function withSecondPress(press: () => Promise<unknown>): Promise<() => void> {
  let again = () => {}
  const keep = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const { textContent } = target
    again = () => {
      const dialog = document.querySelector('[role=dialog]')
      const isSame = target.isConnected && target.textContent === textContent
      if (isSame && (!dialog || dialog.contains(target))) fireEvent.click(target)
    }
  }
  document.addEventListener('click', keep, true)
  try {
    await press()
  } finally {
    document.removeEventListener('click', keep, true)
  }
  return again
}
