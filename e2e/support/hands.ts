import type { Locator, Page } from '@playwright/test'

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

/**
 * Performs a job with one device.
 *
 * @returns the number of actions
 */
export async function countActions(
  page: Page,
  device: Device,
  job: (hands: Hands) => Promise<unknown>,
): Promise<number> {
  let actions = 0
  const act = (of: Device, action: () => Promise<void>) => {
    if (of !== device) throw new Error(`A person with the ${device} only cannot do that.`)
    actions++
    return action()
  }
  await job({
    click: (control) => act('mouse', () => control.click()),
    key: (chord) => act(device, () => page.keyboard.press(chord)),
    type: (text) => act(device, () => page.keyboard.insertText(text)),
  })
  return actions
}
