import { setTimeout } from 'node:timers/promises'
import { openServerPool } from '@canje/reference-backend/testing'
import { apiClient, useSession } from '@canje/shared-auth'
import * as host from '@canje/shared-auth/host'
import { createIdempotentAdapter } from '@canje/shared-auth/idempotency'
import { allRows, isRedeemed, type Selection, type useTable } from '@canje/shared-ui'
import { ownServices } from '@canje/tab-testing'
import { type FaultProxy, type ScheduledFault, startFaultProxy } from '@canje/tab-testing/fault-proxy'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Code, codeList } from '../src/codes'
import { deleteMany } from '../src/delete-many'
import { createCodes, deleteAll, deleteOne, type Outcome, selectionOf, unassigned } from '../src/outcome'
import { staff } from './staff'

// Property: with any faults of its requests, one press creates no double batch and shows no false message. The client,
// messages, service and database are real; only delays are shorter.

const SEED = 17
const RUNS = process.env.LONG_TESTS ? 1_000 : 8
/** In ms, with room for a busy machine. */
const TIMEOUT = RUNS * 5_000
/** Number of unassigned codes before each press. */
const INITIAL_CODES = 3

const CHANGES = ['InsertCodes', 'DeleteCode', 'DeleteAllCodes']
/** A busy machine responds within it. */
const ATTEMPT_TIMEOUT_MS = 400
/** Longer than the timeout of an attempt. */
const LONG_DELAY_MS = 500
const SHORT_DELAY_MS = 15
/** Divisor of the client's pauses between attempts. */
const SPEED_UP = 25

const FAULTS: Readonly<Record<string, ScheduledFault>> = {
  'passes untouched': {},
  'request dropped': { times: 0 },
  'request refused by a gateway (503)': { times: 0, reply: { status: 503, body: '{}' } },
  'response dropped': { reply: 'reset' },
  'response cut in the middle': { reply: 'half' },
  'response replaced by a gateway (502)': { reply: { status: 502, body: '{}' } },
  "response replaced by a proxy's page (200)": { reply: { body: '<!doctype html>' } },
  'response without a body (200)': { reply: { body: '' } },
  'response truncated (200)': { reply: { body: '{"data":{"codes":[' } },
  'response in another envelope (200)': { reply: { body: '{"ok":true}' } },
  "request answered by a proxy's page (200)": { times: 0, reply: { body: '<!doctype html>' } },
  'request repeated': { times: 2 },
  'request repeated at once': { times: 2, atOnce: true },
  'request repeated, response dropped': { times: 2, atOnce: true, reply: 'reset' },
  'request delayed': { before: SHORT_DELAY_MS },
  'request delayed beyond the time limit': { before: LONG_DELAY_MS },
  'request delayed and dropped': { before: LONG_DELAY_MS, times: 0 },
  'response delayed': { after: SHORT_DELAY_MS },
  'response delayed beyond the time limit': { after: LONG_DELAY_MS },
}
/** The number of codes to create, or the deletion. 'several codes' are the unassigned ones, a used and a deleted one. */
type Press = number | 'unused code' | 'used code' | 'deleted code' | 'all codes' | 'several codes'

interface Run {
  press: Press
  /** Whether the service has the feature `idempotency`. */
  isKeyed: boolean
  /** Names of the faults of the first requests, in order. */
  faults: string[]
}

const anyPress = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 2, arbitrary: fc.constant<Press>('unused code') },
  { weight: 1, arbitrary: fc.constantFrom<Press>('used code', 'deleted code') },
  { weight: 2, arbitrary: fc.constant<Press>('all codes') },
  { weight: 3, arbitrary: fc.constant<Press>('several codes') },
)

/** The effect of a press, with its reported outcome. */
interface Result extends Outcome {
  /** Number of new codes, by id. */
  added: number
  /** Number of remaining initial codes. */
  left: number
  codeExists: boolean
  /** Of a deletion of several codes: whether each that the outcome names, or has a sentence about, still exists. */
  named: { isDeleted: boolean; sentence: string; exists: boolean }[]
  /** Whether a request took effect after the list was fetched for the message, which only a key prevents. */
  isLate: boolean
}

type Track = ReturnType<typeof useTable<Code>>['actions']['track']

interface Service {
  securityUrl: string
  apiUrl: string
  databaseUrl?: string
}

const onPostgres = inject('onPostgres')
const services: [string, Service][] = [
  ['PGlite', ownServices()],
  ...(onPostgres ? [['PostgreSQL', onPostgres] satisfies [string, Service]] : []),
]

if (process.env.LONG_TESTS && !onPostgres) {
  const skipReason = 'PostgreSQL is not installed (Debian: postgresql).'
  it('one press, on PostgreSQL', { skip: true, meta: { skipReason } }, () => undefined)
}

describe.each(services)('one press, on %s', (_engine, { securityUrl, apiUrl, databaseUrl }) => {
  const pool = databaseUrl ? openServerPool(databaseUrl) : undefined
  const faults: Record<string, ScheduledFault> = {
    ...FAULTS,
    ...(pool && {
      'change delayed': { prepare: () => lockCodes(SHORT_DELAY_MS) },
      'change delayed beyond the time limit': { prepare: () => lockCodes(LONG_DELAY_MS) },
    }),
  }
  const { timeout, adapter } = apiClient.defaults
  let proxy: FaultProxy

  beforeAll(async () => {
    proxy = await startFaultProxy({ target: apiUrl })
    host.configureServices({ securityUrl, apiUrl: proxy.url })
    const pause = (ms: number) => setTimeout(ms / SPEED_UP)
    apiClient.defaults.adapter = createIdempotentAdapter(pause, ATTEMPT_TIMEOUT_MS)
    apiClient.defaults.timeout = ATTEMPT_TIMEOUT_MS
  })
  afterAll(async () => {
    Object.assign(apiClient.defaults, { timeout, adapter })
    host.configureServices({ features: [] })
    await proxy.close()
    await pool?.end()
  })

  it('creates no double batch and shows no false message, with any faults of its requests', {
    timeout: TIMEOUT,
  }, async () => {
    const run = fc.record<Run>({
      press: anyPress,
      isKeyed: fc.boolean(),
      faults: fc.array(fc.constantFrom(...Object.keys(faults)), { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(run, async (run) => {
        const result = await perform(run)
        if (run.press === 'several codes') checkSeveral(result, run.isKeyed)
        else if (run.isKeyed) checkWithKey(run.press, result)
        else checkWithoutKey(run.press, result)
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    )
  })

  async function perform({ press, isKeyed, faults: names }: Run): Promise<Result> {
    await signInAgain()
    host.configureServices({ features: isKeyed ? ['idempotency'] : [] })
    await send('DeleteAllCodes')
    await send('InsertCodes', { prmnumber_codes: INITIAL_CODES })
    const list = await fetchList()
    const before = await rowsOf(list)
    const code = before.find((code) => isRedeemed(code) === (press === 'used code'))
    const used = before.find(isRedeemed)
    if (!code || !used) throw new Error(`The test database has no code for the press "${press}".`)
    const several = [...before.filter((one) => !isRedeemed(one)), used]
    if (press === 'deleted code' || press === 'several codes') await send('DeleteCode', { prmCodeId: code.id })

    let fetchedAt: number | undefined
    const track: Track = (selection: Selection) => {
      const earlier = list.keys(selection)
      return async () => {
        fetchedAt = performance.now()
        const rows = await fetchList()
        return { rows, ...(await rows.compare(selection, await earlier)) }
      }
    }
    const scheduled = names.map((name) => faults[name] ?? {})
    proxy.schedule(CHANGES, scheduled)
    const outcome = await runPress(press, code, several, track)
    const reportedAt = fetchedAt ?? performance.now()
    await proxy.idle()

    const after = await rowsOf(await fetchList())
    const idsBefore = new Set(before.map(({ id }) => id))
    expect(after.filter(isRedeemed)).toEqual(before.filter(isRedeemed))
    return {
      ...outcome,
      added: after.filter(({ id }) => !idsBefore.has(id)).length,
      left: after.filter((code) => !isRedeemed(code) && idsBefore.has(code.id)).length,
      codeExists: after.some(({ id }) => id === code.id),
      named: several.map((one) => ({
        isDeleted: outcome.codes?.includes(one) ?? false,
        sentence: refusedOf(outcome).find((sentence) => sentence.includes(String(one.name))) ?? '',
        exists: after.some(({ id }) => id === one.id),
      })),
      isLate: CHANGES.flatMap(proxy.requests).some(({ servedUntil }) => servedUntil >= reportedAt),
    }
  }

  async function send(endpoint: string, body?: object): Promise<void> {
    const response = await fetch(`${apiUrl}/${endpoint}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${useSession.getState().idToken}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${endpoint} responded with status ${response.status}.`)
  }

  /** Locks the codes against changes for a time; reads continue. */
  async function lockCodes(ms: number): Promise<void> {
    const connection = await pool?.connect()
    await connection?.query('begin; lock table codes in share row exclusive mode')
    setTimeout(ms)
      .then(() => connection?.query('rollback'))
      .finally(() => connection?.release())
  }
})

/** Renews the session, which ends after ten minutes, before the runs do. */
async function signInAgain(): Promise<void> {
  const { expiresAt } = useSession.getState()
  if (Number(expiresAt) - Date.now() > 300_000) return
  if ((await host.signIn(staff)) !== 'signed-in')
    throw new Error('The reference backend rejected the sign-in of the test account.')
}

function fetchList() {
  const { signal } = new AbortController()
  return codeList.load({ filter: undefined, signal, onArrival: () => undefined })
}

async function rowsOf(list: Awaited<ReturnType<typeof fetchList>>): Promise<readonly Code[]> {
  return (await list.page({ first: 0, size: list.count, query: allRows })).rows
}

/** Runs the change as the tab does. */
function runPress(press: Press, code: Code, several: readonly Code[], track: Track): Promise<Outcome> {
  if (typeof press === 'number') return createCodes(press, track(unassigned))
  if (press === 'several codes') {
    const { signal } = new AbortController()
    return deleteMany(several, {
      refetch: track(unassigned),
      repeats: { signal, onRepeat: () => undefined },
      batch: undefined,
      onProgress: () => undefined,
    })
  }
  return press === 'all codes' ? deleteAll(undefined, track(unassigned)) : deleteOne(code, track(selectionOf(code)))
}

function refusedOf({ refused = [], unknown = [] }: Outcome): readonly string[] {
  return [...refused, ...unknown]
}

/** With keys, the change takes effect exactly once, and the message is true. */
function checkWithKey(press: Press, result: Result): void {
  const { status, message, added, left, codeExists } = result
  const isDone = status === 'done'
  const actual = { isDone, message: message?.summary, added, left, codeExists }
  const none = { added: 0, left: INITIAL_CODES, codeExists: true }
  const success = (summary: string) => ({ ...none, isDone: true, message: summary })
  const refusal = { ...none, isDone: false, message: undefined }
  if (typeof press === 'number') expect(actual).toEqual({ ...success('Creado'), added: press })
  else if (press === 'all codes') expect(actual).toEqual({ ...success('Eliminados'), left: 0, codeExists: false })
  else if (press === 'used code') expect(actual).toEqual(refusal)
  else if (press === 'unused code')
    expect(actual).toEqual({ ...success('Eliminado'), left: INITIAL_CODES - 1, codeExists: false })
  else expect(actual).toEqual({ ...refusal, left: INITIAL_CODES - 1, codeExists: false })
}

/**
 * Without keys, success is reported only for a change that took effect, and the reported state of the list was true
 * when it was fetched. Without a late request, the report is exact.
 */
function checkWithoutKey(press: Press, result: Result): void {
  const { status, message, added, left, codeExists, isLate } = result
  const isDone = status === 'done'
  const reported = Number(/\d+/.exec(message?.detail ?? '')?.[0] ?? 0)
  if (typeof press === 'number') {
    expect(added % press).toBe(0)
    expect(left).toBe(INITIAL_CODES)
    if (isDone) expect(added).toBeGreaterThanOrEqual(press)
    else expect(reported).toBeLessThanOrEqual(added)
    if (!isLate) expect(added).toBe(isDone ? press : reported)
    return
  }
  expect(added).toBe(0)
  if (press === 'all codes') {
    if (isDone) expect(left).toBe(0)
    else expect(reported).toBeGreaterThanOrEqual(left)
    if (!isLate) expect(left).toBe(isDone ? 0 : reported)
    return
  }
  if (press === 'used code') expect({ isDone, message, codeExists }).toEqual({ isDone: false, codeExists: true })
  else if (isDone || message) expect(codeExists).toBe(false)
  else if (!isLate) expect(codeExists).toBe(true)
}

/**
 * Each code is either deleted, or has a sentence. A deleted one is gone, and one that the service refused is there unless
 * another person deleted it. With keys, every code that can be deleted is.
 */
function checkSeveral({ added, left, named, isLate }: Result, isKeyed: boolean): void {
  expect(added).toBe(0)
  const [deletedBefore, ...others] = named
  const used = others.pop()
  expect(used).toMatchObject({ isDeleted: false, exists: true })
  expect(used?.sentence).toMatch(/ya fue redimido\.$|^No se sabe/)
  expect(deletedBefore).toMatchObject({ exists: false })
  expect(isKeyed && deletedBefore?.isDeleted).toBe(false)
  for (const { isDeleted, sentence, exists } of others) {
    expect(isDeleted).toBe(sentence === '')
    if (isDeleted) expect(exists).toBe(false)
    else if (!isLate) expect(exists).toBe(!sentence.endsWith('ya no existe.'))
    if (sentence.startsWith('No se borró')) expect(exists).toBe(true)
  }
  if (isKeyed) expect(left).toBe(0)
}
