import { type Authority, keyIdOf, type RegisteredRemote } from '@canje/registry'
import { createTestKey, type TestKey } from '@canje/registry/testing'
import type { Reply } from '@canje/shared-auth/test-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedState, startTestStore, type TestStore } from '../../testing/signed-states'
import { authorityOf, remote as registered, withReleases } from '../../testing/test-remotes'
import { createRemotesStore, type RemotesStore } from '../store'
import { createTelemetry } from '../telemetry/telemetry'
import { createStates, type States } from './states'

const [operator, usersKey, codesKey] = await Promise.all([createTestKey(), createTestKey(), createTestKey()])
const users = registered('usuarios')
const codes = withReleases(registered('codigos'), '1.1.0', '1.0.0')
const newer = withReleases(codes, '1.2.0', '1.1.0', '1.0.0')

const menu = authorityOf(users, codes)
const authority: Authority = {
  ...menu,
  operatorKeys: [operator.publicKey],
  remotes: menu.remotes.map((listed) => ({
    ...listed,
    keys: [(listed.name === users.name ? usersKey : codesKey).publicKey],
  })),
}

let server: TestStore
let page: RemotesStore
let states: States
let reports: unknown[]

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation((_label, json) => {
    const { shell: _shell, builds: _builds, at: _at, ...event } = JSON.parse(json)
    reports.push(event)
  })
  reports = []
  server = await startTestStore()
  await serve(users, usersKey, 1)
  await serve(codes, codesKey, 10)
})
afterEach(() => localStorage.clear())

async function serve(remote: RegisteredRemote, key: TestKey, n: number, changes = {}) {
  server.reply(remote.name, { body: await signedState(n, remote, changes, key) })
}
/** Opens a page and the tabs of both remotes. @returns their versions */
function open(by = authority) {
  page = createRemotesStore(by)
  const report = createTelemetry(undefined, page)
  states = createStates(page, server.url, report)
  return refetch()
}
async function refetch() {
  await Promise.all([states.refetch(users.name), states.refetch(codes.name)])
  return [users, codes].map(({ name }) => {
    const state = page.getState().states[name]
    return state?.status === 'ready' ? state.remote?.live.version : state?.status
  })
}

const text = (n: number, remote = newer, changes = {}, key = codesKey) => signedState(n, remote, changes, key)
const body = async (of: Promise<string>, change = (written: string) => written): Promise<Reply> => ({
  body: change(await of),
})

interface Attack {
  /** The reply to a request of the state of Codigos, and the rule that it breaks. */
  reply: () => Promise<Reply> | Reply
  rule: string
  /** The key that the report names. */
  key?: TestKey
}

/** States that only a browser which has seen a newer one can detect. */
const replays: Record<string, Attack> = {
  'of a lower number': { reply: () => body(text(9)), rule: 'older', key: codesKey },
  'of a fork': { reply: () => body(text(10)), rule: 'fork', key: codesKey },
}

/** The tests of `readState` have the others. */
const forgeries: Record<string, Attack> = {
  'signed by the key of another team': {
    reply: () => body(text(11, newer, {}, usersKey)),
    rule: 'signature',
    key: usersKey,
  },
  'that is torn': { reply: () => body(text(11), (written) => written.slice(0, 300)), rule: 'format' },
  'that is too long': { reply: () => body(text(11, newer, { more: 'a'.repeat(1_000_000) })), rule: 'format' },
}

/** A network may send it, too. */
const webPage: Attack = { reply: () => ({ body: '<!doctype html><title>Canje</title>' }), rule: 'format' }

/** Opens a page, attacks Codigos, and releases another version of Usuarios. */
async function attack({ reply }: Attack) {
  expect(await open()).toEqual(['1.0.0', '1.1.0'])
  server.reply(codes.name, await reply())
  await serve(withReleases(users, '2.0.0'), usersKey, 2)
}
const eventOf = async ({ rule, key }: Attack) => ({
  type: 'state-refused',
  remote: codes.name,
  rule,
  reason: expect.any(String),
  ...(key && { keyId: await keyIdOf(key.publicKey) }),
})

describe.each(Object.entries({ ...forgeries, ...replays, 'that is a web page': webPage }))(
  'a state %s',
  (_name, attempt) => {
    beforeEach(() => attack(attempt))
    const event = () => eventOf(attempt)

    it('leaves the last good release in open and new pages, which report it once, and other tabs work', async () => {
      expect(await refetch()).toEqual(['2.0.0', '1.1.0'])
      expect(await refetch()).toEqual(['2.0.0', '1.1.0'])
      expect(reports).toEqual([await event()])
      expect(await open()).toEqual(['2.0.0', '1.1.0'])
      expect(reports).toEqual([await event(), await event()])
    })
  },
)

describe('a new browser', () => {
  it.each(Object.entries(forgeries))('has no tab for a state %s, and reports it', async (_name, attempt) => {
    await attack(attempt)
    localStorage.clear()
    expect(await open()).toEqual(['2.0.0', undefined])
    expect(reports).toEqual([await eventOf(attempt)])
  })

  it.each(Object.entries(replays))('accepts a state %s', async (_name, attempt) => {
    await attack(attempt)
    localStorage.clear()
    expect(await open()).toEqual(['2.0.0', '1.2.0'])
    expect(reports).toEqual([])
  })

  it('asks for a sign-in when it gets a web page, and reports it', async () => {
    server.reply(codes.name, await webPage.reply())
    expect(await open()).toEqual(['1.0.0', 'failed'])
    expect(page.getState().states[codes.name]).toEqual({ status: 'failed', fault: { kind: 'sign-in-page' } })
    expect(reports).toEqual([await eventOf(webPage)])
  })
})

describe('the versions that a refused state withdraws', () => {
  const withdrawing = (versions: string[], key: TestKey) => text(11, newer, { withdrawn: ['1.2.0', ...versions] }, key)

  it('are no last good release if one of the signers signed it', async () => {
    await open()
    server.reply(codes.name, await body(withdrawing(['1.1.0'], operator)))
    expect(await refetch()).toEqual(['1.0.0', '1.0.0'])
    server.reply(codes.name, await body(withdrawing(['1.1.0', '1.0.0'], operator)))
    expect(await refetch()).toEqual(['1.0.0', undefined])
  })

  it.each<[string, () => Promise<Reply> | Reply]>([
    ['does not respond', () => 'disconnect'],
    ['has the state before again', () => body(text(10, codes))],
    ['has a later state that is not valid', () => body(text(12, newer, { live: {}, previous: [] }))],
  ])('stay so after a reload, while the store %s', async (_name, reply) => {
    await open()
    server.reply(codes.name, await body(withdrawing(['1.1.0'], operator)))
    await refetch()
    server.reply(codes.name, await reply())
    expect(await open()).toEqual(['1.0.0', '1.0.0'])
    expect(await open()).toEqual(['1.0.0', '1.0.0'])
  })
})
