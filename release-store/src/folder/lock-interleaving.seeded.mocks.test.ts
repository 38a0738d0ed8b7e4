import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { aroundEachCall } from '../testing/faults'
import { type InTurn, interleave } from '../testing/interleave'
import { temporaryFolder } from '../testing/store'
import { acquireLock } from './lock'

const RUNS = process.env.LONG_TESTS ? 2_000 : 20
const HOLDERS = 3
/** Of the client that makes a call, if one does. */
const turns = vi.hoisted((): { current?: AsyncLocalStorage<InTurn> } => ({}))
const inItsTurn: InTurn = (call) => turns.current?.getStore()?.(call) ?? call()

vi.mock(import('node:timers/promises'), async (original) => ({
  ...(await original()),
  setTimeout: async <T>(_ms?: number, value?: T) => inItsTurn(async () => value as T),
}))

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder()
  turns.current = new AsyncLocalStorage()
  aroundEachCall((_name, _args, call) => inItsTurn(call))
  // No holder has a heartbeat.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterAll(() => {
  vi.useRealTimers()
  return rm(folder, { recursive: true })
})

it(`loses no change of ${HOLDERS} holders that are suspended or killed at any step`, async () => {
  await fc.assert(fc.asyncProperty(fc.infiniteStream(fc.nat(5_039)), keepsEveryChange), {
    seed: 20261127,
    numRuns: RUNS,
  })
}, 3_600_000)

async function keepsEveryChange(choices: Iterator<number>): Promise<void> {
  const run = await mkdtemp(join(folder, 'run-'))
  const choose = (below: number) => (choices.next().value ?? 0) % below
  const made: string[] = []
  let list: string[] = []
  let changing = 0

  /** All are suspended for 31 s. */
  async function passTime(): Promise<void> {
    const then = new Date(Date.now() - 31_000)
    for (const entry of await readdir(run, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
  }

  const holders = Array.from({ length: HOLDERS }, (_, holder) => async (inTurn: InTurn) => {
    let isKilled = false
    const inSomeTurn: InTurn = (call) =>
      inTurn(async () => {
        isKilled ||= choose(100) === 0
        if (isKilled) throw new Error('killed')
        if (changing === 0 && choose(10) === 0) await turns.current?.exit(passTime)
        return turns.current?.exit(call) ?? call()
      })
    const suspended = () => inSomeTurn(async () => undefined)

    async function change(id: string): Promise<void> {
      const lock = await acquireLock(join(run, '.lock'))
      const before = list
      await suspended()
      changing += 1
      try {
        await lock.assertHeld()
        for (let step = 0; step < 5; step++) await suspended()
        list = [...before, id]
        made.push(id)
      } finally {
        changing -= 1
        await lock.release()
      }
    }
    await turns.current?.run(inSomeTurn, async () => {
      for (const number of [1, 2, 3])
        await change(`${holder}.${number}`).catch((error: Error) => {
          expect(error.message).toMatch(/^killed$|was taken over/)
        })
    })
  })
  await interleave(holders, choose)
  expect(list).toEqual(made)
  await rm(run, { recursive: true })
}
