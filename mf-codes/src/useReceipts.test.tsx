import type { TabReceipts } from '@canje/shared-auth'
import { expireSession, restoreSession } from '@canje/shared-auth/host'
import { sessionForTests } from '@canje/shared-auth/testing'
import { TabRoot } from '@canje/shared-ui'
import { act, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Code } from './codes'
import { RESTORABLE_MS } from './kept-receipts'
import { useReceipts } from './useReceipts'

const MINUTE_MS = 60_000
const codes: Code[] = [{ id: 1, name: 'ABC', userName: null, used: 0, date: null }]

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 15, 12) })
  Object.assign(sessionStorage, sessionForTests())
  restoreSession()
})
afterEach(() => {
  vi.useRealTimers()
})

function setup(current?: unknown) {
  const stored: TabReceipts = {
    current,
    onChange: (receipts) => {
      stored.current = receipts
    },
  }
  const wrapper = ({ children }: PropsWithChildren) => (
    <TabRoot notify={() => undefined} receipts={stored}>
      {children}
    </TabRoot>
  )
  const { result, unmount } = renderHook(useReceipts, { wrapper })
  return { receipts: () => result.current, stored, unmount }
}

it('keeps a receipt that is ten minutes old on the screen, not fresh, and no longer in storage', async () => {
  const { receipts, stored } = setup()
  act(() => receipts().start('deleted').end({ codes }))
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS))
  act(() => receipts().start('created').end({ codes }))
  expect(stored.current).toHaveLength(2)

  await act(() => vi.advanceTimersByTimeAsync(RESTORABLE_MS - MINUTE_MS))
  expect(stored.current).toMatchObject([{ kind: 'created' }])
  expect(receipts()).toMatchObject({ count: 2, isFresh: true })
  act(() => receipts().turn(-1))
  expect(receipts()).toMatchObject({ current: { kind: 'deleted' }, isFresh: false })

  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS))
  expect(stored.current).toEqual([])
})

it('has the last 50 receipts', () => {
  const { receipts, stored } = setup()
  for (let added = 0; added < 60; added++) act(() => receipts().start('created').end({ codes }))
  expect(receipts()).toMatchObject({ count: 50, position: 50 })
  expect(stored.current).toHaveLength(50)
  act(() => receipts().turn(1))
  expect(receipts().position).toBe(1)
})

it('tells after a reload of a press that the service may have carried out, until its outcome is known', () => {
  const { receipts, stored } = setup()
  const creation = receipts().start('created')
  act(() => creation.doubt())
  act(() => creation.doubt())
  expect(receipts().count).toBe(0)
  const after = setup(stored.current)
  expect(after.receipts()).toMatchObject({ count: 1, current: { kind: 'created', isUncertain: true } })
  // And after one more.
  act(() => after.receipts().start('deleted').end({ codes }))
  expect(setup(after.stored.current).receipts().count).toBe(2)

  act(() => creation.end({ codes }))
  expect(setup(stored.current).receipts()).toMatchObject({ count: 1, current: { kind: 'created', count: 1 } })
})

it('tells after a reload of the codes of a press whose other requests are under way', () => {
  const { receipts, stored } = setup()
  const deletion = receipts().start('deleted')
  act(() => deletion.doubt())
  act(() => deletion.show({ codes }))
  expect(stored.current).toMatchObject([{ count: 1, isUncertain: true }])
  act(() => deletion.end({ codes }))
  expect(stored.current).toEqual([expect.not.objectContaining({ isUncertain: true })])
})

it.each([
  ['leaves a doubt of an unknown outcome', { codes: undefined }, { count: 0, isUncertain: true }],
  ['tells a known outcome', { codes }, { count: 1, isUncertain: undefined }],
  ['tells that all was refused', { codes: [], refused: ['No se borró.'] }, { count: 0, isUncertain: undefined }],
])('%s after the end of the session, which unmounts the tab', (_what, result, expected) => {
  const { receipts, stored, unmount } = setup()
  const deletion = receipts().start('deleted')
  act(() => deletion.doubt())
  expireSession()
  unmount()
  deletion.end(result)
  const { count, isUncertain } = setup(stored.current).receipts().current ?? {}
  expect({ count, isUncertain }).toEqual(expected)
})
