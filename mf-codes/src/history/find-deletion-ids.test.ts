import { apiClient } from '@canje/shared-auth'
import { afterEach, expect, it, vi } from 'vitest'
import type { Code } from '../codes'
import { findDeletionIds } from './find-deletion-ids'

afterEach(() => {
  vi.restoreAllMocks()
})

const codeOf = (id: Code['id'], name = 'N'): Code => ({ id, name, userName: null, used: 0, date: null })
const LARGE = 9007199254740993n

it('reads the ids of one press only, in the order of the codes', async () => {
  const events = [
    { batch: 'b', codeId: 2, codeName: 'N', actionId: 12 },
    { batch: 'other', codeId: 3, codeName: 'N', actionId: 13 },
    { batch: null, codeId: 3, codeName: 'N', actionId: 14 },
    { batch: 'b', codeId: LARGE, codeName: 'N', actionId: LARGE },
    { batch: 'b', codeId: 1, codeName: 'N', actionId: '11' },
  ]
  vi.spyOn(apiClient, 'get').mockResolvedValue({ data: events })
  expect(await findDeletionIds([codeOf(1), codeOf(2), codeOf(LARGE)], 'b')).toEqual(['11', 12, LARGE])
  for (const other of [codeOf(3), codeOf(9007199254740992n)])
    expect(await findDeletionIds([codeOf(1), other], 'b')).toEqual([])
})

it('finds none in a log that cannot be read', async () => {
  vi.spyOn(apiClient, 'get').mockRejectedValue(new Error('Network Error'))
  expect(await findDeletionIds([codeOf(1)], 'b')).toEqual([])
})

it('reads the id of the newest deletion of all with as many codes', async () => {
  const events = [
    { action: 'delete_all', codeId: 1, codeName: 'N', actionId: 12, count: 2 },
    { action: 'delete_all', codeId: 1, codeName: 'N', actionId: 11, count: 2 },
  ]
  vi.spyOn(apiClient, 'get').mockResolvedValue({ data: events })
  expect(await findDeletionIds([codeOf(1), codeOf(2)], undefined)).toEqual([12])
  expect(await findDeletionIds([codeOf(1)], undefined)).toEqual([])
})
