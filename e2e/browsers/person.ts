import { expect, vi } from 'vitest'
import type { BrowserWindow } from './engine'

const TARGET = 'data-pressed'
const WAIT = { timeout: 20_000, interval: 50 }

/** What has a name that a person reads. */
const ROLES = {
  button: 'button, [role=button], [role=menuitem]',
  link: 'a',
  tab: '[role=tab]',
  field: 'input, textarea',
}

/** A person at a window of the back office. */
export class Person {
  constructor(
    private readonly window: BrowserWindow,
    private readonly shellUrl: string,
  ) {}

  open(path: string): Promise<void> {
    return this.window.open(`${this.shellUrl}${path}`)
  }

  async signIn(): Promise<void> {
    await this.open('/login')
    await this.fill('Usuario', 'admin')
    await this.fill('Contraseña', 'demo-1234')
    await this.press('button', 'Iniciar sesión')
    await this.sees('[role=tab][aria-selected=true]')
  }

  /** Presses what has a role and a name, once it is there and enabled. @param within selector of what is around it */
  async press(role: keyof typeof ROLES, name: string | RegExp, within = 'body'): Promise<void> {
    await vi.waitFor(async () => {
      const found = await this.window.evaluate(markNamed, within, ROLES[role], sourceOf(name), TARGET)
      expect(found, `${role} ${name}`).toBe(true)
      await this.window.click(`[${TARGET}]`)
    }, WAIT)
  }

  async fill(name: string | RegExp, text: string, within = 'body'): Promise<void> {
    await this.press('field', name, within)
    await this.window.type(text)
  }

  /** Waits until an element is visible and has a text. */
  async sees(selector: string, text: string | RegExp = /(?:)/): Promise<void> {
    await vi.waitFor(async () => {
      const texts = await this.texts(selector)
      expect(
        texts.some((one) => (typeof text === 'string' ? one.includes(text) : text.test(one))),
        `${selector}: ${text} in ${texts}`,
      ).toBe(true)
    }, WAIT)
  }

  /** Waits until no visible element has a text. */
  async seesNo(selector: string, text: string): Promise<void> {
    await vi.waitFor(async () => expect((await this.texts(selector)).join('\n')).not.toContain(text), WAIT)
  }

  /** The texts of the visible elements. */
  texts(selector: string): Promise<string[]> {
    return this.window.evaluate(textsOf, selector)
  }

  /** Opens a tab, and waits for its rows. @returns the selector of its panel */
  async openTab(label: string): Promise<string> {
    await this.press('tab', label)
    const panel = await vi.waitFor(async () => {
      const id = await this.window.evaluate(panelOf, label)
      expect(id).not.toBe('')
      return `#${id}`
    }, WAIT)
    await this.sees(`${panel} tbody td`, /\S/)
    return panel
  }

  leave(): Promise<void> {
    return this.window.close()
  }
}

const sourceOf = (name: string | RegExp) =>
  typeof name === 'string' ? `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$` : name.source

// These run in the page.

function markNamed(within: string, selector: string, pattern: string, target: string): boolean {
  const nameOf = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()
  }
  for (const marked of document.querySelectorAll(`[${target}]`)) marked.removeAttribute(target)
  const elements = [...document.querySelectorAll(within)].flatMap((part) => [...part.querySelectorAll(selector)])
  const found = elements.find((element) => {
    return element.checkVisibility() && !element.matches(':disabled') && new RegExp(pattern).test(nameOf(element))
  })
  found?.setAttribute(target, '')
  return found !== undefined
}

function textsOf(selector: string): string[] {
  const visible = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  return visible.map(({ textContent }) => textContent ?? '')
}

function panelOf(label: string): string {
  const tab = [...document.querySelectorAll('[role=tab]')].find(({ textContent }) => textContent === label)
  return tab?.getAttribute('aria-selected') === 'true' ? (tab.getAttribute('aria-controls') ?? '') : ''
}
