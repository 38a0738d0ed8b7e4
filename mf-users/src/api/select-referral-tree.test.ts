import { apiClient } from '@canje/shared-auth'
import { cellKey, faultOf } from '@canje/shared-ui'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import type { ReferralTree } from '../detail/referral-tree'
import { lacksTree, selectReferralTree } from './select-referral-tree'

let post: MockInstance<typeof apiClient.post>
beforeEach(() => {
  post = vi.spyOn(apiClient, 'post')
})

const row = (id: unknown, parent_id: unknown) => ({ id, parent_id, name: `N${id}`, points: 10 })
const load = (data: unknown) => {
  post.mockResolvedValue({ data })
  return selectReferralTree(1, new AbortController().signal)
}
const direct = ({ root, children }: ReferralTree) => children.get(root)

it('requests the referrals of the user, whose ids may be numbers or texts, with fields that may be missing', async () => {
  const rows = [{ ...row(2, 1), level: 1 }, row('x', 1), { id: 3, parent_id: 1, name: null }]
  const tree = await load(rows)
  expect(post.mock.calls[0]?.slice(0, 2)).toEqual(['SelectScoreReferrals', { prmUserId: 1 }])
  expect(direct(tree)).toEqual([row(2, 1), row('x', 1), { id: 3, parent_id: 1, name: null, points: null }])
})

it.each([null, {}, 'html', 7])('refuses %j', async (data) => {
  await expect(load(data)).rejects.toThrow('Expected an array of rows')
})

describe('malformed rows', () => {
  const good = [row(2, 1), row(3, 1)]
  let warn: MockInstance<typeof console.warn>
  beforeEach(() => {
    warn = vi.spyOn(console, 'warn').mockReturnValue()
  })
  const users = async (...rows: unknown[]) => direct(await load([good[0], ...rows, good[1]]))

  it.each([
    ...[null, 'x', 7, [], {}, { id: null }, { id: 4 }, { ...row(4, 1), parent_id: '' }],
    ...[row(4, null), row(4, {}), row(4, [1])],
  ])('%j has no place, and is dropped', async (bad) => {
    expect(await users(bad)).toMatchObject(good)
    expect(warn.mock.calls).toEqual([['SelectScoreReferrals: dropped 1 of 3 rows without a referrer.']])
  })

  it('are reported once', async () => {
    expect(await users(null, 'x', row(4, null))).toMatchObject(good)
    expect(warn).toHaveBeenCalledExactlyOnceWith('SelectScoreReferrals: dropped 3 of 5 rows without a referrer.')
  })

  it.each([
    ['id', null],
    ['id', {}],
    ['id', undefined],
    ['name', {}],
    ['points', [1]],
    ['points', undefined],
  ])('have an empty cell for %s: %j', async (field, value) => {
    const bad = { ...row(4, 1), [field]: value }
    expect(await users(bad)).toMatchObject([good[0], { ...bad, [field]: null }, good[1]])
    expect(warn).not.toHaveBeenCalled()
  })

  it('without an id have no children', async () => {
    const tree = await load([row(null, 1), row(4, null), row('', 1), row(5, '')])
    expect(direct(tree)).toHaveLength(2)
    expect([...tree.children.keys()]).toEqual([tree.root])
  })
})

it('distinguishes users by all digits of their ids', async () => {
  const [a, b, c] = [9007199254740993n, 9007199254740992n, 9007199254740994n]
  const users = [
    { id: b, parent_id: a, name: 'B', points: 10n ** 16n },
    { id: c, parent_id: b, name: 'C', points: 1 },
  ]
  post.mockResolvedValue({ data: users })
  const { signal } = new AbortController()
  const tree = await selectReferralTree(a, signal)
  expect(post.mock.calls[0]?.slice(0, 2)).toEqual(['SelectScoreReferrals', { prmUserId: a }])
  expect(direct(tree)).toEqual([users[0]])
  expect(tree.children.get(cellKey(b))).toEqual([users[1]])
  expect(direct(await selectReferralTree(c, signal))).toBeUndefined()
})

it('tells a service without the call from one that fails, and from one that does not know the user', () => {
  const failure = (status?: number, data?: unknown) => Object.assign(new Error(), { status, response: { data } })
  const isUnavailable = (error: unknown) => lacksTree(faultOf(error))
  expect([failure(404), failure(404, null), failure(404, '<html>')].map(isUnavailable)).toEqual([true, true, true])
  const unknown = failure(404, { error: { code: 'user_unknown' } })
  for (const error of [unknown, failure(500), failure(403), failure(), new Error(), undefined, 'no'])
    expect(isUnavailable(error)).toBe(false)
})
