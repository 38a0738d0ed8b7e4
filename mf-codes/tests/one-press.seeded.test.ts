import { writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { openServerPool } from 'reference-backend/testing'
import { apiClient, configureServices, signIn, useSession } from 'shared-auth'
import { configureFeatures } from 'shared-auth/host'
import { createIdempotentAdapter } from 'shared-auth/idempotency'
import type { Selection } from 'shared-ui'
import { type ScheduledFault, type ScheduledProxy, startScheduledProxy } from 'tab-testing/fault-proxy'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Code, isRedeemed, selectCodes } from '../src/api/select-codes'
import { createCodes, deleteAll, deleteOne, type Outcome, only, type Reread, unassigned } from '../src/outcome'
import { staff } from './staff'

// One press, whatever happens to its requests: no double batch, and no message that is false. The client, the messages,
// the service and its database are the real ones; only waiting is shorter.

const SEED = 17
const RUNS = process.env.LONG_TESTS ? 1_000 : 40
/** How many unassigned codes there are before each press. */
const STOCK = 3

// In milliseconds. An attempt is given up after `ATTEMPT`; what takes `LONG` comes too late for it.
const ATTEMPT = 80
const LONG = 130
const SHORT = 15
/** How much faster the client waits between two attempts. */
const HASTE = 25

const FAULTS: Readonly<Record<string, ScheduledFault>> = {
  'passes untouched': {},
  'request dropped': { times: 0 },
  'request refused by a gateway (503)': { times: 0, reply: 503 },
  'response dropped': { reply: 'reset' },
  'response cut in the middle': { reply: 'half' },
  'response replaced by a gateway (502)': { reply: 502 },
  'request repeated': { times: 2 },
  'request repeated at once': { times: 2, atOnce: true },
  'request repeated, response dropped': { times: 2, atOnce: true, reply: 'reset' },
  'request delayed': { before: SHORT },
  'request delayed beyond the time limit': { before: LONG },
  'request delayed and dropped': { before: LONG, times: 0 },
  'response delayed': { after: SHORT },
  'response delayed beyond the time limit': { after: LONG },
}
/** What the press is for: a number of codes to create, or what to delete. */
type Press = number | 'unused code' | 'used code' | 'code deleted meanwhile' | 'all codes'

interface Run {
  press: Press
  /** The service has the feature `idempotency`. */
  isKeyed: boolean
  /** What happens to the first requests, in order. */
  faults: string[]
}

const anyPress = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 2, arbitrary: fc.constant<Press>('unused code') },
  { weight: 1, arbitrary: fc.constantFrom<Press>('used code', 'code deleted meanwhile') },
  { weight: 2, arbitrary: fc.constant<Press>('all codes') },
)

/** What has become of a press, and what was said of it. */
interface Result extends Outcome {
  /** How many codes are new, by id. */
  added: number
  /** Of the stock. */
  left: number
  isCodeThere: boolean
  /** Part of it was done after the list had been read for the message: only a key prevents that. */
  isLate: boolean
}

interface Service {
  securityUrl: string
  apiUrl: string
  databaseUrl?: string
}

const onPostgres = inject('onPostgres')
const services: [string, Service][] = [
  ['PGlite', { securityUrl: inject('securityUrl'), apiUrl: inject('apiUrl') }],
  ...(onPostgres ? [['PostgreSQL', onPostgres] satisfies [string, Service]] : []),
]
const tally = new Map<string, Map<string, number>>()

if (!onPostgres) {
  const skipReason = 'PostgreSQL is not installed (Debian: postgresql).'
  it('one press, on PostgreSQL', { skip: true, meta: { skipReason } }, () => undefined)
}

afterAll(() => {
  // Not by the console: what passing tests write there is left out.
  if (process.env.LONG_TESTS) writeSync(1, tableOf(tally))
})

describe.each(services)('one press, on %s', (_engine, { securityUrl, apiUrl, databaseUrl }) => {
  const pool = databaseUrl ? openServerPool(databaseUrl) : undefined
  const faults: Record<string, ScheduledFault> = {
    ...FAULTS,
    ...(pool && {
      'change delayed': { prepare: () => stall(SHORT) },
      'change delayed beyond the time limit': { prepare: () => stall(LONG) },
    }),
  }
  const { timeout, adapter } = apiClient.defaults
  let proxy: ScheduledProxy

  beforeAll(async () => {
    proxy = await startScheduledProxy(apiUrl, ['InsertCodes', 'DeleteCode', 'DeleteAllCodes'])
    configureServices({ securityUrl, apiUrl: proxy.url })
    const pause = (ms: number) => setTimeout(ms / HASTE)
    apiClient.defaults.adapter = createIdempotentAdapter({ attemptMs: ATTEMPT, pause })
    apiClient.defaults.timeout = ATTEMPT
  })
  afterAll(async () => {
    Object.assign(apiClient.defaults, { timeout, adapter })
    configureFeatures([])
    await proxy.close()
    await pool?.end()
  })

  it('makes no double batch and says nothing false, whatever happens to its requests', async () => {
    const run = fc.record<Run>({
      press: anyPress,
      isKeyed: fc.boolean(),
      faults: fc.array(fc.constantFrom(...Object.keys(faults)), { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(run, async (run) => {
        const result = await perform(run)
        if (run.isKeyed) judgeKeyed(run.press, result)
        else judge(run.press, result)
        note(run, result)
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    )
  }, 1_800_000)

  async function perform({ press, isKeyed, faults: names }: Run): Promise<Result> {
    await signInAgain()
    configureFeatures(isKeyed ? ['idempotency'] : [])
    await ask('DeleteAllCodes')
    await ask('InsertCodes', { prmnumber_codes: STOCK })
    const list = await read()
    const before = await rowsOf(list)
    const code = before.find((code) => isRedeemed(code) === (press === 'used code'))
    if (!code) throw new Error('The stock has no such code.')
    if (press === 'code deleted meanwhile') await ask('DeleteCode', { prmCodeId: code.id })

    let readAt: number | undefined
    const track = (selection: Selection): Reread => {
      const earlier = list.keys(selection)
      return async () => {
        readAt = performance.now()
        return (await read()).compare(selection, await earlier)
      }
    }
    proxy.schedule(names.map((name) => faults[name] ?? {}))
    const outcome = await conclude(press, code, track)
    const seenAt = readAt ?? performance.now()
    await proxy.idle()

    const after = await rowsOf(await read())
    const idsBefore = new Set(before.map(({ id }) => id))
    expect(after.filter(isRedeemed)).toEqual(before.filter(isRedeemed))
    return {
      ...outcome,
      added: after.filter(({ id }) => !idsBefore.has(id)).length,
      left: after.filter((code) => !isRedeemed(code) && idsBefore.has(code.id)).length,
      isCodeThere: after.some(({ id }) => id === code.id),
      isLate: proxy.passed().some(({ endedAt = Number.POSITIVE_INFINITY }) => endedAt >= seenAt),
    }
  }

  function note({ press, isKeyed, faults }: Run, result: Result) {
    const said = result.isDone ? 'success' : result.message ? 'error and what is there' : 'error'
    // With keys, what comes later changes nothing.
    const isLate = result.isLate && !isKeyed
    const what = `${effectOf(press, result)}: ${said}${isLate ? ', a request came later' : ''}`
    for (const fault of new Set(faults.slice(0, proxy.met()))) {
      const kind = `${isKeyed ? 'with' : 'without'} keys, ${fault}`
      const counts = tally.get(kind) ?? new Map<string, number>()
      tally.set(kind, counts.set(what, (counts.get(what) ?? 0) + 1))
    }
  }

  async function ask(call: string, body?: object): Promise<void> {
    const response = await fetch(`${apiUrl}/${call}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${useSession.getState().idToken}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${call} answered ${response.status}.`)
  }

  /** Lets no call change the codes for a while; reading goes on. */
  async function stall(ms: number): Promise<void> {
    const connection = await pool?.connect()
    await connection?.query('begin; lock table codes in share row exclusive mode')
    setTimeout(ms)
      .then(() => connection?.query('rollback'))
      .finally(() => connection?.release())
  }
})

/** A session ends after ten minutes; the runs may take longer. */
async function signInAgain(): Promise<void> {
  const { expiresAt } = useSession.getState()
  if (Number(expiresAt) - Date.now() > 300_000) return
  if (!(await signIn(staff))) throw new Error('The reference backend refused the staff account of the tests.')
}

function read() {
  const { signal } = new AbortController()
  return selectCodes({ filter: undefined, signal, onArrival: () => undefined })
}

async function rowsOf(list: Awaited<ReturnType<typeof read>>): Promise<readonly Code[]> {
  return list.page({ first: 0, size: list.count, sorting: undefined })
}

/** As the tab does. */
function conclude(press: Press, code: Code, track: (selection: Selection) => Reread): Promise<Outcome> {
  if (typeof press === 'number') return createCodes(press, track(unassigned))
  return press === 'all codes' ? deleteAll(track(unassigned)) : deleteOne(code, track(only(code)))
}

/** A table in Markdown: the faults that requests met, and what became of the runs. */
function tableOf(tally: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const outcomes = [...new Set([...tally.values()].flatMap((counts) => [...counts.keys()]))].sort()
  const rows = [...tally].sort().map(([kind, counts]) => [kind, ...outcomes.map((what) => counts.get(what) ?? '')])
  const lines = [['', ...outcomes], ['-', ...outcomes.map(() => '-:')], ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  )
  const title = `Seed ${SEED}, ${RUNS} runs on each database. A run counts for each kind of fault that it met.`
  return `\n${title}\n\n${lines.join('\n')}\n`
}

function effectOf(press: Press, { added, left }: Result): string {
  if (typeof press === 'number') return ['not made', 'made once', 'made twice'][added / press] ?? 'made more often'
  if (press === 'used code') return 'not allowed'
  if (press === 'code deleted meanwhile') return 'made by somebody else'
  return left < STOCK ? 'made once' : 'not made'
}

/** With keys it is done once, always, and the message is the truth. */
function judgeKeyed(press: Press, { isDone, message, added, left, isCodeThere }: Result): void {
  const said = { isDone, message: message?.summary, added, left, isCodeThere }
  const none = { added: 0, left: STOCK, isCodeThere: true }
  const success = (summary: string) => ({ ...none, isDone: true, message: summary })
  const refusal = { ...none, isDone: false, message: undefined }
  if (typeof press === 'number') expect(said).toEqual({ ...success('Creado'), added: press })
  else if (press === 'all codes') expect(said).toEqual({ ...success('Eliminados'), left: 0, isCodeThere: false })
  else if (press === 'used code') expect(said).toEqual(refusal)
  else if (press === 'unused code')
    expect(said).toEqual({ ...success('Eliminado'), left: STOCK - 1, isCodeThere: false })
  else expect(said).toEqual({ ...refusal, left: STOCK - 1, isCodeThere: false })
}

/**
 * Without keys: a success is never said of what was not done, and what is said of the list was true when it was read.
 * Where no request came after that, it is the whole truth.
 */
function judge(press: Press, { isDone, message, added, left, isCodeThere, isLate }: Result): void {
  const told = Number(/\d+/.exec(message?.detail ?? '')?.[0] ?? 0)
  if (typeof press === 'number') {
    expect(added % press).toBe(0)
    expect(left).toBe(STOCK)
    if (isDone) expect(added).toBeGreaterThanOrEqual(press)
    else expect(told).toBeLessThanOrEqual(added)
    if (!isLate) expect(added).toBe(isDone ? press : told)
    return
  }
  expect(added).toBe(0)
  if (press === 'all codes') {
    if (isDone) expect(left).toBe(0)
    else expect(told).toBeGreaterThanOrEqual(left)
    if (!isLate) expect(left).toBe(isDone ? 0 : told)
    return
  }
  if (press === 'used code') expect({ isDone, message, isCodeThere }).toEqual({ isDone: false, isCodeThere: true })
  else if (isDone || message) expect(isCodeThere).toBe(false)
  else if (!isLate) expect(isCodeThere).toBe(true)
}
