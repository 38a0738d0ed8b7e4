import type { Authority } from '@canje/registry'
import { createTestKey } from '@canje/registry/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestStore, type TestStore, trusting } from '../../testing/signed-states'
import { remote as registered } from '../../testing/test-remotes'
import { createRemotesStore, type RemotesStore } from '../store'
import { createStates, type States } from './states'

const [users, codes] = [registered('usuarios'), registered('codigos')]
const authority = trusting(users, codes)

let server: TestStore
let page: RemotesStore
let states: States

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server = await startTestStore(users, codes)
  page = createRemotesStore(authority)
  states = createStates(page, server.url, vi.fn())
})
afterEach(async () => {
  vi.restoreAllMocks()
  localStorage.clear()
  await server.close()
})

const requests = () => server.requests.map(({ path }) => path)
const pathOf = ({ name }: typeof users) => `/${name}/live.json`
const known = () => Object.entries(page.getState().states).map(([name, { status }]) => `${name} ${status}`)

it('fetches the state of each remote when it is needed', async () => {
  expect(requests()).toEqual([])
  await states.need(codes.name)
  await states.need(codes.name)
  expect(requests()).toEqual([pathOf(codes)])
  expect(known()).toEqual(['mf-codigos ready'])
  expect(states.facts()).toMatchObject([{ name: codes.name, n: 1 }])
})

it('fetches nothing of a remote that the menu does not list', async () => {
  await states.refetch('mf-otros')
  expect([requests(), known()]).toEqual([[], []])
})

it('forgets a remote that is listed no longer, and fetches its state once it is listed again', async () => {
  await Promise.all([states.need(users.name), states.need(codes.name)])
  const change = (to: Authority) => {
    page.dispatch({ type: 'authority', authority: to })
    return states.verifyAgain()
  }
  const [listed] = authority.remotes
  if (!listed) throw new Error('The menu has two remotes.')
  await change({ ...authority, remotes: [listed] })
  expect(known()).toEqual(['mf-usuarios ready'])
  await change(authority)
  await states.need(codes.name)
  expect(known()).toEqual(['mf-usuarios ready', 'mf-codigos ready'])
  expect(requests()).toHaveLength(3)
})

it('ignores the response of a remote that was taken out of the menu meanwhile', async () => {
  const fetching = states.refetch(codes.name)
  page.dispatch({ type: 'authority', authority: { ...authority, remotes: [] } })
  await fetching
  expect(known()).toEqual([])
})

it('verifies again what a new configuration concerns, and fetches no other state', async () => {
  await Promise.all([states.need(users.name), states.need(codes.name)])
  const { publicKey } = await createTestKey()
  const remotes = authority.remotes.map((one) => (one.name === codes.name ? { ...one, keys: [publicKey] } : one))
  page.dispatch({ type: 'authority', authority: { ...authority, remotes } })
  await states.verifyAgain()
  expect(requests().slice(2)).toEqual([pathOf(codes)])
})
