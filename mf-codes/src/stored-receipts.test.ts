import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Change } from './change'
import type { Code } from './codes'
import { readReceipts, storeReceipts } from './stored-receipts'

const NOW = Date.UTC(2026, 0, 15, 12)
const MINUTE_MS = 60_000
const codesOf = (count: number): Code[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `C${id}`, userName: 'Ana', used: 0, date: '2026-01-02' }))
const receiptOf = (count: number, more: Partial<Change> = {}): Change => {
  const change = { id: 9, name: 'delete 9', status: 'done', kind: 'delete', deletionIds: [], ...more } as const
  return { codes: codesOf(count), count, at: NOW - MINUTE_MS, ...change }
}
/** Within the time in which receipts are stored. */
const stored = (...changes: Change[]) => {
  vi.setSystemTime(NOW)
  return storeReceipts(changes)
}
const reloaded = (receipts: unknown, now = NOW) => {
  vi.setSystemTime(now)
  return readReceipts(JSON.parse(JSON.stringify(receipts)))
}
const valid = stored(receiptOf(2))[0]

afterEach(() => {
  vi.useRealTimers()
})

describe('a receipt after a reload', () => {
  it('has its kind, time and number, and the names of its codes', () => {
    const [first, second] = reloaded(stored(receiptOf(1), receiptOf(5, { kind: 'create', requested: 2, at: NOW })))
    expect(first).toMatchObject({ id: 1, kind: 'delete', count: 1, at: NOW - MINUTE_MS, codes: [{ name: 'C0' }] })
    expect(second).toMatchObject({ id: 2, kind: 'create', count: 5, requested: 2, at: NOW })
    expect(second?.codes.map(({ name }) => name)).toEqual(['C0', 'C1', 'C2', 'C3', 'C4'])
  })

  it('has at most 100 names, with the true number and all ids of deletions, and no ids or persons of codes', () => {
    const deletionIds = Array.from({ length: 226 }, (_, index) => index)
    const receipts = stored(receiptOf(226, { deletionIds }))
    expect(receipts[0]?.names).toHaveLength(100)
    expect(JSON.stringify(receipts)).not.toMatch(/Ana|2026-01-02/)
    const codes = expect.objectContaining({ length: 100 })
    expect(reloaded(receipts)).toMatchObject([{ count: 226, codes, deletionIds: deletionIds.map(BigInt) }])
    // And after one more.
    expect(reloaded(stored(...reloaded(receipts)))).toMatchObject([{ count: 226 }])
  })

  it.each([
    ['is asked', { status: 'asked' }],
    ['restores', { kind: 'restore' }],
  ] as const)('is not there of a change that %s', (_what, more) => {
    expect(stored(receiptOf(0, more))).toEqual([])
  })

  it.each([
    [9, 9n],
    [0, 0n],
    [9007199254740993n, 9007199254740993n],
    ['9', '9'],
    ['a-b', 'a-b'],
    ['a\n', 'a\n'],
  ])('has the deletion id %o, as a request writes it', (deletionId, expected) => {
    const [read] = reloaded(stored(receiptOf(2, { deletionIds: [deletionId] })))
    expect(read?.deletionIds).toEqual([expected])
  })

  it('is there for ten minutes, with an unknown outcome if the change was not over', () => {
    const receipts = stored(receiptOf(1, { at: NOW, status: 'sent' }))
    expect(reloaded(receipts, NOW + 10 * MINUTE_MS - 1)).toMatchObject([{ status: 'unknown' }])
    expect(reloaded(receipts, NOW + 10 * MINUTE_MS)).toEqual([])
  })
})

describe('what another release has written', () => {
  it.each([[undefined], [null], [7], ['text'], [{}], [{ length: 3 }]])('is ignored as a whole: %j', (value) => {
    expect(readReceipts(value)).toEqual([])
  })

  it.each([null, 7, [], {}, { ...valid, format: 2 }, { ...valid, format: undefined }])(
    'is left out, and the receipts beside it are not: %j',
    (changed) => {
      expect(reloaded([valid, changed, valid])).toHaveLength(2)
    },
  )

  it('is left out if a clock that has gone back says that it is new', () => {
    expect(reloaded([{ ...valid, at: NOW + 1 }])).toEqual([])
  })
})
