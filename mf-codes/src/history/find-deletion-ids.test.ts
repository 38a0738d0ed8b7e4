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
  const codes = [codeOf(1), codeOf(2), codeOf(3), codeOf(LARGE), codeOf(9007199254740992n)]
  expect(await findDeletionIds(codes, 'b')).toEqual(['11', 12, undefined, LARGE, undefined])
})
