import { apiClient } from '@canje/shared-auth'
import { cellKey } from '@canje/shared-ui'
import { expect, it, vi } from 'vitest'
import { selectReferralTree } from './select-referral-tree'

const row = (id: unknown, parent_id: unknown) => ({ id, parent_id, name: `N${String(id)}`, points: 10 })

/** Loads the tree below a user from these rows. @returns the users below each of some, and what was requested */
async function load(user: number | bigint, data: readonly unknown[]) {
  const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data })
  const { root, children } = await selectReferralTree(user, new AbortController().signal)
  return { root, children, request: post.mock.lastCall?.slice(0, 2) }
}

it('has users whose ids are numbers or texts, with fields that may be missing', async () => {
  const rows = [{ ...row(2, 1), level: 1 }, row('x', 1), { id: 3, parent_id: 1, name: {} }, row(null, 1), row('', 1)]
  const { root, children, request } = await load(1, rows)
  expect(request).toEqual(['SelectScoreReferrals', { prmUserId: 1 }])
  expect(children.get(root)).toEqual([
    row(2, 1),
    row('x', 1),
    { id: 3, parent_id: 1, name: null, points: null },
    ...rows.slice(3),
  ])
  expect(children.size).toBe(1)
})

it('drops rows without a referrer, and reports them once', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const bad = [null, 'x', [], {}, { id: 4 }, { ...row(4, 1), parent_id: '' }, row(4, null), row(4, {})]
  const { root, children } = await load(1, [row(2, 1), ...bad, row(3, 1)])
  expect(children.get(root)).toEqual([row(2, 1), row(3, 1)])
  expect(warn.mock.calls).toEqual([['SelectScoreReferrals: dropped 8 of 10 rows without a referrer.']])
  warn.mockRestore()
})

it('distinguishes users by all digits of their ids', async () => {
  const [a, b, c] = [9007199254740993n, 9007199254740992n, 9007199254740994n]
  const { root, children, request } = await load(a, [row(b, a), row(c, b)])
  expect(request).toEqual(['SelectScoreReferrals', { prmUserId: a }])
  expect([root, cellKey(b), cellKey(c)].map((key) => children.get(key))).toEqual([[row(b, a)], [row(c, b)], undefined])
})
