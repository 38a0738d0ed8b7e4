import { expireSession } from '@canje/shared-auth/host'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { backend } from '../../backend'
import { toasts } from '../../toasts'
import { closeToasts, shownTexts } from './page'
import { settled, turns } from './settled'
import type { Trial } from './trial'

const TEN_MINUTES = 600_000

/**
 * Ends the session while the requests of an action are pending. Nothing of them reaches the page, the service or the next
 * person.
 *
 * @param mount mounts the tab in a new session
 * @param labels the text of the tab without rows
 * @param action without one, the requests are those that the tab sends when it opens
 */
export async function endSessionWithin(
  mount: () => Promise<unknown>,
  labels: string,
  action: Trial['action'] | undefined,
  user: Trial['user'],
): Promise<void> {
  let release = backend.hold()
  await mount()
  await turns()
  if (action) {
    release()
    await settled()
    await action.prepare?.(user)
    await settled()
    const first = backend.requests().length
    release = backend.hold()
    await action.press(user)
    await waitFor(() => expect(namesSince(first), 'Requests by the press').not.toEqual([]))
    closeToasts()
  }
  expireSession()
  await screen.findByText('Sesión cerrada')
  release()
  await settled()
  const count = backend.requests().length
  await vi.advanceTimersByTimeAsync(TEN_MINUTES)
  await turns()
  expect(toasts(), 'Toasts after the end of the session').toEqual([])
  expect(namesSince(count), 'Requests after the end of the session').toEqual([])

  cleanup()
  const arriveNext = backend.hold()
  await mount()
  await turns()
  const rows = shownTexts().filter((text) => !labels.includes(text))
  expect(rows, 'Texts of the last person, shown to the next one').toEqual([])
  arriveNext()
  await settled()
}

function namesSince(first: number): string[] {
  return backend
    .requests()
    .slice(first)
    .map(({ path }) => path)
}
