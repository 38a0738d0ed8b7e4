import type { Page } from '@playwright/test'
import { expect } from './test'

/** Elements as browser extensions append them to the body. */
const MARKUP = [
  '<div data-extension="notes" data-state="open">Notas</div>',
  '<dialog open>Traducir</dialog>',
  '<div class="p-dialog-mask p-component-overlay" role="dialog" aria-modal="true">Contraseñas</div>',
  '<div class="p-toast tab-overlay" data-styles="other">Cupones</div>',
  '<section aria-label="Sobre la página"><button type="button">Leer</button></section>',
  '<div style="display: contents"><iframe title="Extension"></iframe></div>',
]

interface Appended {
  element: Element
  html: string
  look: string
}

/** Code for {@link Page.addInitScript} and {@link Page.evaluate}: appends each of the elements, as soon as there is a body. */
function append([moment, markup]: [string, string[]]): void {
  // Also runs in the frame that it appends.
  if (window !== window.top) return
  const all: Appended[] = (globalThis as unknown as { appended: Appended[] }).appended ?? []
  Object.assign(globalThis, { appended: all })
  const observer = new MutationObserver(appendAll)
  if (document.body) appendAll()
  else observer.observe(document, { childList: true, subtree: true })

  function appendAll() {
    if (!document.body) return
    observer.disconnect()
    for (const html of markup) {
      const element = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild as HTMLElement
      element.id = `${moment}-${all.length}`
      // At the edge, where it covers nothing that a test presses.
      element.style.cssText += `; position: fixed; inset: auto auto 0 ${all.length * 9}px; width: 8px; height: 8px; padding: 0;
        overflow: hidden; z-index: 9999; pointer-events: none`
      document.body.append(element)
      all.push({ element, html: element.outerHTML, look: '' })
    }
  }
}

/** Appends elements to the body of the next document, before its own code runs. */
export const appendBeforeStart = (page: Page) => page.addInitScript(append, ['start', MARKUP] as [string, string[]])

export const appendForeign = (page: Page, moment: string) =>
  page.evaluate(append, [moment, MARKUP] as [string, string[]])

/** Requires that every element that was appended is visible in its place, and unchanged. */
export async function expectUntouched(page: Page, when: string): Promise<void> {
  const { count, changes } = await page.evaluate(() => {
    const all = (globalThis as unknown as { appended: Appended[] }).appended
    const lookOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { display, visibility, opacity, pointerEvents, zIndex } = getComputedStyle(element)
      return JSON.stringify({ x, y, width, height, display, visibility, opacity, pointerEvents, zIndex })
    }
    const changes: string[] = []
    for (const one of all) {
      one.look ||= lookOf(one.element)
      if (one.element.parentElement !== document.body) changes.push(`${one.html} was moved`)
      if (one.element.outerHTML !== one.html) changes.push(`${one.html} became ${one.element.outerHTML}`)
      if (lookOf(one.element) !== one.look) changes.push(`${one.html} was ${one.look}, is ${lookOf(one.element)}`)
    }
    return { count: all.length, changes }
  })
  expect(count, when).toBeGreaterThan(0)
  expect(changes, when).toEqual([])
}
