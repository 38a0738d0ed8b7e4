import { describe, expect, it } from 'vitest'
import { deletionIdsOf, keepDeletionId, keepDeletionIds } from './api/restore-codes'
import type { Code } from './codes'
import { keep, type ReceiptData, readKept } from './kept-receipts'

const NOW = Date.UTC(2026, 0, 15, 12)
const MINUTE_MS = 60_000
const codesOf = (count: number): Code[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `C${id}`, userName: 'Ana', used: 0, date: '2026-01-02' }))
const receiptOf = (count: number, more: Partial<ReceiptData> = {}): ReceiptData => {
  return { id: 9, kind: 'deleted', codes: codesOf(count), count, at: NOW - MINUTE_MS, ...more }
}
const reloaded = (receipts: unknown, now = NOW) => readKept(JSON.parse(JSON.stringify(receipts)), now)
const valid = keep(receiptOf(2))

describe('a receipt after a reload', () => {
  it('has its kind, time and number, and the names of its codes', () => {
    const [first, second] = reloaded([
      keep(receiptOf(1)),
      keep(receiptOf(5, { kind: 'created', requested: 2, at: NOW })),
    ])
    expect(first).toMatchObject({ id: 1, kind: 'deleted', count: 1, at: NOW - MINUTE_MS, codes: [{ name: 'C0' }] })
    expect(second).toMatchObject({ id: 2, kind: 'created', count: 5, requested: 2, at: NOW })
    expect(second?.codes.map(({ name }) => name)).toEqual(['C0', 'C1', 'C2', 'C3', 'C4'])
  })

  it('has at most 100 names, with the true number, and no ids or persons of codes', () => {
    const kept = keep(receiptOf(226))
    expect(kept.names).toHaveLength(100)
    expect(JSON.stringify(kept)).not.toMatch(/Ana|2026-01-02/)
    expect(reloaded([kept])).toMatchObject([{ count: 226, codes: expect.objectContaining({ length: 100 }) }])
    // And after one more.
    expect(reloaded(reloaded([kept]).map(keep))).toMatchObject([{ count: 226 }])
  })

  it.each([0, 2])('has a doubt beside %i codes', (count) => {
    expect(reloaded([keep(receiptOf(count, { isUncertain: true }))])).toMatchObject([{ count, isUncertain: true }])
  })

  it('has a refusal of all', () => {
    const [read] = reloaded([keep(receiptOf(0, { refused: ['No se borró el codigo C0.'] }))])
    expect(read).toMatchObject({ kind: 'deleted', count: 0, codes: [] })
    expect(read?.isUncertain).toBeUndefined()
  })

  it.each([9, 0, 9007199254740993n, '9', 'a-b', '9007199254740993'])('has the deletion id %o', (deletionId) => {
    const receipt = receiptOf(2)
    keepDeletionId(receipt.codes, { deletionId })
    const [read] = reloaded([keep(receipt)])
    expect(read && deletionIdsOf(read.codes)).toEqual([deletionId])
  })

  it('has the deletion ids of 500 codes, but only the first names', () => {
    const receipt = receiptOf(500)
    const ids = receipt.codes.map((_, index) => index)
    keepDeletionIds(receipt.codes, ids)
    const [read] = reloaded([keep(receipt)])
    expect(read && deletionIdsOf(read.codes)).toEqual(ids)
    expect(read?.codes).toHaveLength(100)
  })

  it('is there for ten minutes', () => {
    const kept = [keep(receiptOf(1, { at: NOW }))]
    expect(reloaded(kept, NOW + 10 * MINUTE_MS - 1)).toHaveLength(1)
    expect(reloaded(kept, NOW + 10 * MINUTE_MS)).toEqual([])
  })

  it('is one of the last 50', () => {
    const kept = Array.from({ length: 80 }, (_, index) => keep(receiptOf(1, { at: NOW - index })))
    const read = reloaded(kept)
    expect(read).toHaveLength(50)
    expect(read.at(-1)?.at).toBe(NOW - 79)
  })
})

describe('what was changed by hand', () => {
  it.each([[undefined], [null], [7], ['text'], [{}], [{ length: 3 }]])('is ignored as a whole: %j', (value) => {
    expect(readKept(value, NOW)).toEqual([])
  })

  it.each([
    null,
    7,
    [],
    {},
    { ...valid, kind: 'eliminado' },
    { ...valid, kind: 'constructor' },
    { ...valid, at: NOW + 1 },
    { ...valid, at: String(NOW) },
    { ...valid, at: null },
    { ...valid, count: -1 },
    { ...valid, count: 1.5 },
    { ...valid, count: 0 },
    { ...valid, count: 3 },
    { ...valid, count: 10 ** 400 },
    { ...valid, names: 'C0, C1' },
    { ...valid, names: [1, 2] },
    { ...valid, names: Array(101).fill('C'), count: 101 },
    { ...valid, deletionIds: 7 },
    { ...valid, deletionIds: [7] },
    { ...valid, requested: 'x' },
    { ...valid, isUncertain: false },
    { ...valid, isUncertain: 'x' },
    { kind: 'deleted', at: NOW },
  ])('is left out, and the receipts beside it are not: %j', (changed) => {
    expect(reloaded([valid, changed, valid])).toHaveLength(2)
  })

  it.each(['', '{', '{}', 'null', '1e999', 'x'.repeat(10_000)])('is no deletion id: %j', (text) => {
    const [read] = reloaded([{ ...valid, deletionIds: [text] }])
    expect(read && deletionIdsOf(read.codes)).toEqual([])
  })
})
