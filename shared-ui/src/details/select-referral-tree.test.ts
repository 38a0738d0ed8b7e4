import { apiClient } from '@canje/shared-auth'
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { selectReferralTree } from './select-referral-tree'

let post: MockInstance<typeof apiClient.post>
beforeEach(() => {
  post = vi.spyOn(apiClient, 'post')
})

const row = (id: number, parent_id: number) => ({ id, parent_id, level: 1, name: `N${id}`, points: 10 * id })
const load = (data: unknown) => {
  post.mockResolvedValue({ data })
  return selectReferralTree(1, new AbortController().signal)
}

it('requests the referrals of the user, and nests them below their referrers', async () => {
  const nodes = await load([row(2, 1), row(3, 1), row(4, 2)])
  expect(post.mock.calls[0]?.slice(0, 2)).toEqual(['SelectScoreReferrals', { prmUserId: 1 }])
  expect(nodes).toMatchObject([
    { label: 'N2 · 20 puntos', leaf: false, children: [{ label: 'N4 · 40 puntos', leaf: true }] },
    { label: 'N3 · 30 puntos', leaf: true },
  ])
})

it('ends at a cycle', async () => {
  expect(await load([row(2, 1), row(1, 2)])).toMatchObject([{ children: [{ label: 'N1 · 10 puntos', children: [] }] }])
})

it.each([null, {}, [{ id: 'x' }], [null], 'html'])('refuses %j', async (data) => {
  await expect(load(data)).rejects.toThrow('SelectScoreReferrals: not a list of referrals.')
})
