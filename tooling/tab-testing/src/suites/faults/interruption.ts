import { expireSession } from '@canje/shared-auth/host'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { backend } from '../../backend'
import type { RenderedTab } from '../../render-tab'
import { afterClosing } from '../../rules/rules'
import { clearToasts, toasts } from '../../toasts'
import { pageText, shownTexts, stableText } from './page'
import { settled, turns } from './settled'
import type { Trial } from './trial'

const TEN_MINUTES = 600_000

interface Interrupted {
  /** Mounts the tab in a new session. */
  mount: () => Promise<RenderedTab>
  end: (tab: RenderedTab) => Promise<void>
  actions: [name: string, action: Trial['action']][]
  /** The endpoint whose requests are pending, by the name of an action; by default all are. */
  heldBy?: (name: string) => string | undefined
}

/**
 * Tests what remains of a tab that ends while its requests are pending, by {@link endSession} or {@link leave}: nothing of
 * them reaches the page, the service or the next person.
 */
export function describeInterruptions({ mount, end, actions, heldBy = () => undefined }: Interrupted): void {
  /** The text of the tab at its first mount, before any response. */
  let labels: string | undefined

  /** @param action without one, the requests are those that the tab sends when it opens */
  async function endWithin(action?: Trial['action'], held?: string): Promise<void> {
    const user = userEvent.setup()
    let release = backend.hold()
    const tab = await mount()
    await turns()
    labels ??= pageText()
    let opened: string | undefined
    if (action) {
      release()
      await settled()
      opened = stableText()
      await action.prepare?.(user)
      await settled()
      const first = backend.requests().length
      release = backend.hold(held)
      await action.press(user)
      await waitFor(() => expect(namesSince(first), 'Requests by the press').not.toEqual([]))
      clearToasts()
    }
    await end(tab)
    release()
    await settled()
    const count = backend.requests().length
    await vi.advanceTimersByTimeAsync(TEN_MINUTES)
    await turns()
    expect(toasts(), 'Toasts after the end').toEqual([])
    expect(namesSince(count), 'Requests after the end').toEqual([])
    expect(vi.getTimerCount(), 'Timers after the end').toBe(0)

    cleanup()
    const arriveNext = backend.hold()
    await mount()
    await turns()
    const rows = shownTexts().filter((text) => !labels?.includes(text))
    if (end === endSession) expect(rows, 'Texts of the last person, shown to the next one').toEqual([])
    arriveNext()
    await settled()
    // A change may have other rows.
    if (end === leave && opened !== undefined)
      await waitFor(() => expect(stableText(), 'The page of a tab that was left during a request').toBe(opened))
  }

  it('while the tab opens', () => endWithin())
  it.each(actions)('during %s', (name, action) => endWithin(action, heldBy(name)))
}

export async function endSession(): Promise<void> {
  expireSession()
  await screen.findByText('Sesión cerrada')
}

/** Keeps the toasts, as the shell does. */
export async function leave({ unmount }: RenderedTab): Promise<void> {
  unmount()
  expect(await afterClosing(), 'Rules for every tab').toEqual([])
}

function namesSince(first: number): string[] {
  return backend
    .requests()
    .slice(first)
    .map(({ path }) => path)
}
