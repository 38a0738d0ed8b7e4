import { apiClient } from '@canje/shared-auth'
import { afterEach, expect, it, vi } from 'vitest'
import type { Code } from '../codes'
import { findDeletionIds } from './staff-events'

afterEach(() => {
  vi.restoreAllMocks()
})

const codeOf = (id: Code['id'], name = 'N'): Code => ({ id, name, userName: null, used: 0, date: null })
const LARGE = 9007199254740993n

const eventOf = (codeId: Code['id'], actionId: Code['id'], more = {}) => ({
  ...{ action: 'delete', codeId, codeName: 'N', actionId, count: 1 },
  ...more,
})

it('reads the ids of the last deletions of some codes', async () => {
  const data = [
    eventOf(1, 15, { action: 'restore' }),
    eventOf(2, 12),
    eventOf(3, 13),
    eventOf(LARGE, LARGE),
    eventOf(1, '11'),
    eventOf(2, 10),
  ]
  vi.spyOn(apiClient, 'get').mockResolvedValue({ data })
  expect(await findDeletionIds([codeOf(1), codeOf(2), codeOf(LARGE)])).toEqual([12, LARGE, '11'])
  for (const other of [codeOf(4), codeOf(9007199254740992n)])
    expect(await findDeletionIds([codeOf(1), other])).toEqual([])
})

it('finds none in a log that cannot be read', async () => {
  vi.spyOn(apiClient, 'get').mockRejectedValue(new Error('Network Error'))
  expect(await findDeletionIds([codeOf(1)])).toEqual([])
})

it('reads the one id of a deletion of all, unless it has deleted more', async () => {
  const data = [1, 2].map((id) => eventOf(id, 12, { action: 'delete_all', count: 3 }))
  vi.spyOn(apiClient, 'get').mockResolvedValue({ data })
  // The event of one of them is on another page of the log.
  expect(await findDeletionIds([codeOf(1), codeOf(2), codeOf(3)])).toEqual([12])
  expect(await findDeletionIds([codeOf(1), codeOf(2)])).toEqual([])
})
