import { writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { apiClient, type TabReceipts, useSession } from '@canje/shared-auth'
import * as host from '@canje/shared-auth/host'
import { createIdempotentAdapter } from '@canje/shared-auth/idempotency'
import { allRows, isRedeemed, TabRoot, useTable } from '@canje/shared-ui'
import { type FaultProxy, type ScheduledFault, startFaultProxy } from '@canje/tab-testing/fault-proxy'
import { act, renderHook, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import type { PropsWithChildren } from 'react'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Change, isPending, isReceipt, isRestorable } from '../src/change'
import { type Code, codeList } from '../src/codes'
import { useChanges } from '../src/useChanges'
import { storedReceipts } from './stored-receipts'

// Property: after a week of three accounts, with lost and repeated responses and expired sessions, what the receipts showed
// is what the audit log has, and the log is what has changed in the database. What was unknown at the end of a session is
// shown as such after the next sign-in. All of it is real but the screen: session, client, state of the tab, service and
// database. WEEK_SEED repeats a week, and WEEK_ACTIONS shortens it.

const SEED = Number(process.env.WEEK_SEED ?? 43)
const ACTIONS = Number(process.env.WEEK_ACTIONS ?? 1_000)
const FEATURES = ['idempotency', 'history']
/** Divisor of the client's pauses between attempts. */
const SPEED_UP = 100

const FAULTS: Readonly<Record<string, ScheduledFault>> = {
  none: {},
  'request lost': { times: 0 },
  'request refused by a gateway': { times: 0, reply: { status: 503, body: '{}' } },
  'response lost': { reply: 'reset' },
  'response cut': { reply: 'half' },
  'response replaced by a gateway': { reply: { status: 502, body: '{}' } },
  'response without a body': { reply: { body: '' } },
  'request repeated': { times: 2 },
  'request repeated at once': { times: 2, atOnce: true },
  'request repeated, response lost': { times: 2, atOnce: true, reply: 'reset' },
}

/** What somebody does next. Numbers choose among what there is then. */
const plan = fc.record({
  kind: fc.oneof(
    ...(
      [
        ['create', 6],
        ['delete one', 6],
        ['delete many', 3],
        ['delete all', 1],
        ['undo', 5],
        ['undo a batch', 3],
        ['reload', 2],
        ['next account', 2],
        ['colleague deletes', 2],
        ['session revoked', 1],
      ] as const
    ).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) })),
  ),
  quantity: fc.integer({ min: 1, max: 9 }),
  picks: fc.array(fc.nat(), { minLength: 2, maxLength: 12 }),
  faults: fc.array(fc.constantFrom(...Object.keys(FAULTS)), { maxLength: 4 }),
  /** The session ends before the request, or behind a response that is lost. */
  isRevokedBehind: fc.boolean(),
})
type Plan = typeof plan extends fc.Arbitrary<infer One> ? One : never

interface StaffEvent {
  id: number
  action: string
  userName: string
  codeName: string | null
}

const week = inject('week')
if (!week) throw new Error('No backend was started: set LONG_TESTS=1.')
const { securityUrl, apiUrl, accounts, password } = week
const [FIRST = ''] = accounts
const { adapter } = apiClient.defaults
let proxy: FaultProxy

beforeAll(async () => {
  proxy = await startFaultProxy({ target: apiUrl })
  host.configureServices({ securityUrl, apiUrl: proxy.url })
  host.configureServices({ features: FEATURES })
  const pause = (ms: number) => setTimeout(ms / SPEED_UP)
  apiClient.defaults.adapter = createIdempotentAdapter(pause)
})
afterAll(async () => {
  Object.assign(apiClient.defaults, { adapter })
  host.configureServices({ features: [] })
  await proxy.close()
})

async function post(url: string, body: object | undefined, token: string) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, data: (await response.json()).data }
}

const tokens = new Map<string, string>()

/** A request beside the client under test, of a session that nobody revokes. */
async function send(path: string, body?: object, account = FIRST) {
  const token = tokens.get(account) ?? (await signInBeside(account))
  const response = await post(`${apiUrl}/${path}`, body, token)
  // A week takes longer than a session.
  return response.status === 401 ? post(`${apiUrl}/${path}`, body, await signInBeside(account)) : response
}

async function signInBeside(account: string): Promise<string> {
  const credentials = { username_input: account, password_input: password }
  const token = String((await post(`${securityUrl}/CreateToken`, credentials, '')).data)
  tokens.set(account, token)
  return token
}

/** The events of codes behind one, oldest first. */
async function eventsSince(last: number): Promise<StaffEvent[]> {
  const events: StaffEvent[] = []
  for (let before = ''; ; before = `&prmBefore=${events.at(-1)?.id}`) {
    const { data } = await send(`SelectStaffEvents?prmLimit=200${before}`)
    const page: StaffEvent[] = data
    events.push(...page.filter(({ id }) => id > last))
    if (page.length < 200 || page.some(({ id }) => id <= last)) return events.reverse()
  }
}

const ofCodes = (events: readonly StaffEvent[]) => events.filter(({ codeName }) => codeName !== null)
/** An effect, as the log and a receipt write it. */
const effect = (account: string, action: string, name: unknown) =>
  `${account} ${action === 'delete_all' ? 'delete' : action} ${name}`
const effectsOf = (events: readonly StaffEvent[]) =>
  ofCodes(events).map(({ userName, action, codeName }) => effect(userName, action, codeName))

interface Page extends PropsWithChildren {
  toasts: string[]
  /** What the session storage of the account has. */
  receipts: TabReceipts
}

/** A page that shows the tab until the session ends. */
function Page({ toasts, receipts, children }: Page) {
  const isSignedIn = useSession(({ idToken }) => idToken !== null)
  return (
    isSignedIn && (
      <TabRoot notify={({ detail }) => toasts.push(detail)} features={FEATURES} receipts={receipts}>
        {children}
      </TabRoot>
    )
  )
}

function useDesk() {
  const table = useTable(codeList.columns, codeList.load)
  const { state, ...changes } = useChanges(table.actions)
  const all = state.changes.filter(isReceipt)
  const show = (receipt: Change) => changes.show(receipt.id)
  const receipts = { current: all.find(({ id }) => id === state.shown), all, show }
  return { table, state, receipts, ...changes }
}

/** The state of Codigos in one page of an account. */
function openDesk(receipts: TabReceipts) {
  const toasts: string[] = []
  const wrapper = ({ children }: PropsWithChildren) => Page({ toasts, receipts, children })
  const { result, unmount } = renderHook(useDesk, { wrapper })
  return { current: () => result.current, unmount, toasts }
}
type Desk = ReturnType<typeof openDesk>

/** Longer than anything takes on a busy machine. */
const WAIT = { timeout: 300_000 }

/** Runs a change to its end, while the page renders. */
async function run(change: () => Promise<unknown>): Promise<void> {
  let isOver = false
  act(() => {
    change().finally(() => {
      isOver = true
    })
  })
  await waitFor(() => expect(isOver).toBe(true), WAIT)
}

const isOpen = () => useSession.getState().idToken !== null

async function settled({ current }: Desk): Promise<void> {
  await waitFor(() => {
    if (!isOpen()) return
    const { table, state } = current()
    const running = state.changes.some(isPending)
    if (!table.rows.complete || table.request.running || table.rows.isPageLoading || running)
      throw new Error('The desk is busy.')
  }, WAIT)
}

async function rowsOf({ current }: Desk): Promise<readonly Code[]> {
  const rows = current().table.rows.complete
  return rows ? (await rows.page({ first: 0, size: rows.count, query: allRows })).rows : []
}

it('has receipts that show what the log records and the database has', { timeout: 3_600_000 }, async () => {
  const plans = fc.sample(plan, { seed: SEED, numRuns: ACTIONS })
  const list = async (): Promise<string[]> => (await send('SelectCodes')).data.data.map(({ name }: Code) => name)
  const before = await list()
  const first = (await eventsSince(0)).at(-1)?.id ?? 0
  let last = first
  const stored = new Map(accounts.map((account) => [account, storedReceipts()]))
  /** All that the receipts showed, and what they said to be unknown after the next sign-in. */
  const shown: string[] = []
  const unknown: string[] = []
  const tally: Record<string, number> = {}
  /** The codes of receipts of which a reload keeps 100 names. */
  const namesOfReceipts = new Map<string, readonly string[]>()
  let account = FIRST
  let desk: Desk | undefined

  async function open(): Promise<Desk> {
    if (!isOpen() && (await host.signIn({ username: account, password })) !== 'signed-in')
      throw new Error('No sign-in.')
    desk ??= openDesk(stored.get(account) ?? storedReceipts())
    await settled(desk)
    return desk
  }

  function leave(): void {
    desk?.unmount()
    desk = undefined
  }

  const keyOf = ({ at, kind, count }: Change) => `${account} ${at} ${kind} ${count}`

  /** @returns the names of the codes of a receipt, as it showed them at first */
  function namesOf(receipt: Change): readonly string[] {
    const names = namesOfReceipts.get(keyOf(receipt)) ?? receipt.codes.map(({ name }) => String(name))
    namesOfReceipts.set(keyOf(receipt), names)
    return names
  }

  /** Goes to the receipt of a deletion that can be undone. */
  function findUndo({ current }: Desk, isBatch: boolean): Change | undefined {
    const { all, show } = current().receipts
    const canUndo = (receipt: Change) => receipt.kind === 'delete' && receipt.count > 0 && isRestorable(receipt)
    const receipt = all.findLast((one) => canUndo(one) && (!isBatch || one.count > 1))
    if (receipt) act(() => show(receipt))
    return receipt
  }

  /** Performs a change. @returns the effects that its receipt shows; undefined where there is nothing to do it with */
  async function change({ kind, quantity, picks }: Plan, open: Desk): Promise<string[] | undefined> {
    const { current } = open
    const rows = await rowsOf(open)
    const unused = rows.filter((code) => !isRedeemed(code))
    const pick = (index: number, from: readonly Code[]) => from[(picks[index] ?? 0) % from.length]
    const lastReceipt = () => current().receipts.current
    const earlier = lastReceipt()?.id
    const added = (action: string) => {
      const receipt = lastReceipt()
      if (!receipt || receipt.id === earlier) return []
      return namesOf(receipt).map((name) => effect(account, action, name))
    }
    if (kind === 'create') {
      await run(() => current().create(quantity))
      return added('create')
    }
    if (kind === 'delete one') {
      const code = pick(0, unused)
      if (!code) return undefined
      await run(() => current().remove(code))
      return added('delete')
    }
    if (kind === 'delete many') {
      const chosen = [...new Set(picks.map((_, index) => pick(index, rows)))].filter((code) => code !== undefined)
      const action = current().selectionAction
      if (!action.describe(chosen).isPossible) return undefined
      await run(async () => action.run(chosen, () => undefined))
      await settled(open)
      return added('delete')
    }
    if (kind === 'delete all') {
      await run(() => current().removeAll(undefined))
      return added('delete')
    }
    const receipt = findUndo(open, kind === 'undo a batch')
    if (!receipt) return undefined
    const names = namesOf(receipt)
    const { length } = current().receipts.all
    await run(() => current().undo(receipt))
    return current().receipts.all.length < length ? names.map((name) => effect(account, 'restore', name)) : []
  }

  for (const [index, one] of plans.entries()) {
    const where = `seed ${SEED}, action ${index + 1} of ${ACTIONS}, ${account}: ${JSON.stringify(one)}`
    const { kind, picks, quantity } = one
    tally[kind] = (tally[kind] ?? 0) + 1
    if (kind === 'reload') leave()
    if (kind === 'next account') {
      leave()
      if (isOpen()) host.endSession()
      account = accounts[(accounts.indexOf(account) + 1) % accounts.length] ?? FIRST
    }
    if (kind === 'colleague deletes') {
      const codes: Code[] = (await send('SelectCodes')).data.data
      const free = codes.filter((code) => !isRedeemed(code))
      const code = free[(picks[0] ?? 0) % free.length]
      const colleague = accounts.find((other) => other !== account)
      if (code && colleague && (await send('DeleteCode', { prmCodeId: code.id }, colleague)).status === 200)
        shown.push(effect(colleague, 'delete', code.name))
      last = (await eventsSince(last)).at(-1)?.id ?? last
    }
    if (['reload', 'next account', 'colleague deletes'].includes(kind)) continue

    const opened = await open()
    const faults = one.faults.map((name) => FAULTS[name] ?? {})
    const { idToken } = useSession.getState()
    const revoke = () => post(`${securityUrl}/Logout`, { Authorization_input: `Bearer ${idToken}` }, '')
    if (kind === 'session revoked') {
      if (one.isRevokedBehind) faults.splice(0, Number.POSITIVE_INFINITY, { reply: 'reset' }, { prepare: revoke })
      else faults.splice(0, Number.POSITIVE_INFINITY, { prepare: revoke })
    }
    proxy.schedule(['InsertCodes', 'DeleteCode', 'DeleteAllCodes', 'RestoreCodes'], faults)
    const toastsBefore = opened.toasts.length
    const changed =
      kind === 'session revoked' ? ({ ...one, kind: quantity % 2 ? 'create' : 'delete many' } as const) : one
    const pressedAt = Date.now()
    const effects = await change(changed, opened)
    await proxy.idle()
    const events = await eventsSince(last)
    last = events.at(-1)?.id ?? last
    const recorded = effectsOf(events)
    if (!isOpen()) {
      leave()
      const { current: receipt } = (await open()).current().receipts
      const { kind: told, status } = receipt && receipt.at >= pressedAt ? receipt : {}
      const isUncertain = status === 'unknown'
      const action = told ?? 'delete'
      const seen = told && receipt ? namesOf(receipt).map((name) => effect(account, action, name)) : []
      expect(seen, where).toEqual(expect.arrayContaining(effects ?? []))
      expect(recorded, where).toEqual(expect.arrayContaining(seen))
      const notSeen = recorded.filter((one) => !seen.includes(one))
      shown.push(...seen)
      unknown.push(...notSeen)
      if (notSeen.length > 0) expect([action, isUncertain], where).toEqual([changed.kind.split(' ')[0], true])
      // The service has refused all.
      if (kind === 'session revoked' && !one.isRevokedBehind && recorded.length === 0)
        expect(isUncertain, where).toBe(false)
    } else {
      expect((effects ?? []).toSorted(), where).toEqual(recorded.toSorted())
      if (effects?.length === 0) expect(opened.toasts.length, `${where}: staff are told`).toBeGreaterThan(toastsBefore)
      await settled(opened)
      shown.push(...(effects ?? []))
    }
  }
  leave()

  const all = effectsOf(await eventsSince(first))
  expect([...shown, ...unknown].toSorted()).toEqual(all.toSorted())
  const names = new Set(before)
  for (const one of all) {
    const [, action, name = ''] = one.split(' ')
    expect(names.has(name), one).toBe(action === 'delete')
    if (action === 'delete') names.delete(name)
    else names.add(name)
  }
  expect([...names].toSorted()).toEqual((await list()).toSorted())
  const counts = Object.entries(tally).map(([kind, count]) => `${kind}: ${count}`)
  const total = `${all.length} effects in the log, ${shown.length} shown by receipts or made by colleagues, ${unknown.length} unknown after a session ended`
  // Not by the console, since the reporter omits the console output of passing tests.
  writeSync(1, `\nSimulated week, seed ${SEED}: ${counts.join(', ')}.\n${total}.\n`)
})
