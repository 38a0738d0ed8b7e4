import type { Locator, Page, Request } from '@playwright/test'
import { expect } from './test'

export type Device = 'mouse' | 'keyboard'

/** What a person does with one device. Each call is one action. */
export interface Hands {
  /** Presses with the mouse; not by keyboard. */
  click: (control: Locator) => Promise<void>
  /** Presses a key or a chord, such as `Alt+n`. */
  key: (chord: string) => Promise<void>
  /** Types or pastes a text. */
  type: (text: string) => Promise<void>
}

/** Counts what a page gets of trusted events. */
function countInPage(): void {
  Reflect.set(window, 'actions', 0)
  const count = (type: string, isAction: (event: Event) => boolean) => {
    const listener = (event: Event) => {
      if (event.isTrusted && isAction(event)) Reflect.set(window, 'actions', Number(Reflect.get(window, 'actions')) + 1)
    }
    window.addEventListener(type, listener, true)
  }
  count('pointerdown', () => true)
  count('keydown', (event) => !['Alt', 'Control', 'Shift', 'Meta'].includes((event as KeyboardEvent).key))
  count('beforeinput', (event) => (event as InputEvent).inputType === 'insertText')
}

/**
 * Counts the actions of a person on a page that is opened next. The page counts them too, so that none goes around the hands.
 *
 * @returns `perform`, which resolves to the number of actions
 */
export async function countActions(page: Page) {
  await page.addInitScript(countInPage)
  const seen = () => page.evaluate(() => Number(Reflect.get(window, 'actions')))
  return async (device: Device, job: (hands: Hands) => Promise<unknown>): Promise<number> => {
    let actions = 0
    const act = (of: Device, action: () => Promise<void>) => {
      if (of !== device) throw new Error(`A person with the ${device} only cannot do that.`)
      actions++
      return action()
    }
    const before = await seen()
    await job({
      click: (control) => act('mouse', () => control.click()),
      key: (chord) => act(device, () => page.keyboard.press(chord)),
      type: (text) => act(device, () => page.keyboard.insertText(text)),
    })
    expect((await seen()) - before, 'the page has seen the actions of the hands, and no others').toBe(actions)
    return actions
  }
}

/**
 * Measures how long a page waits for a service.
 *
 * @returns reads the time since then during which any request was pending, in milliseconds
 */
export function measureRequests(page: Page, url: string): () => number {
  const pending = new Set<Request>()
  let [total, since] = [0, 0]
  const waiting = () => (pending.size > 0 ? performance.now() - since : 0)
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) return
    if (pending.size === 0) since = performance.now()
    pending.add(request)
  })
  const end = (request: Request) => {
    const waited = waiting()
    if (pending.delete(request) && pending.size === 0) total += waited
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return () => total + waiting()
}
