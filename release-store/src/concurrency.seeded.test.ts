import { type ChildProcess, spawn } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Entry } from '@canje/registry'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acquireLock } from './folder/lock'
import { readHistory } from './history'
import { openStore } from './open-store'
import { createKey } from './signing-key'
import { bundle } from './testing/bundle'
import { temporaryFolder } from './testing/store'
import { verifyStore } from './verify'

const PROCESSES = 8
const CHANGES = 4
/** Fewer steps than a process needs for all its changes. */
const MAX_STEPS = 250
const key = createPrivateKey(createKey())
let folder: string
let script: string

beforeAll(async () => {
  folder = await temporaryFolder()
  script = await bundle('changing-process.ts', folder)
  await writeFile(join(folder, 'key.pem'), key.export({ type: 'pkcs8', format: 'pem' }))
})
afterAll(() => rm(folder, { recursive: true }))

const lastSteps = fc.array(fc.oneof(fc.constant(-1), fc.nat(MAX_STEPS)), {
  minLength: PROCESSES,
  maxLength: PROCESSES,
})

it(`keeps every change of ${PROCESSES} concurrent processes, whichever are killed at whichever step`, async () => {
  await fc.assert(fc.asyncProperty(lastSteps, keepsEveryChange), {
    seed: 20261123,
    numRuns: process.env.LONG_TESTS ? 100 : 1,
  })
}, 3_600_000)

async function keepsEveryChange(steps: number[]): Promise<void> {
  const run = await mkdtemp(join(folder, 'run-'))
  const store = openStore(join(run, 'store'))
  const children = steps.map((step, index) =>
    spawn(
      process.execPath,
      [script, store.location, join(folder, 'key.pem'), run, `mf-${index}`, `${CHANGES}`, `${step}`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    ),
  )
  const outputs = await Promise.all(children.map(({ stdout }) => text(stdout)))
  await Promise.all(children.map(exited))
  const histories = new Map((await readHistory(store)).map((history) => [history.name, history]))

  for (const [index, step] of steps.entries()) {
    const printed = (outputs[index] ?? '').split('\n').flatMap((line): string[][] => (line ? [JSON.parse(line)] : []))
    const { entries = [], broken } = histories.get(`mf-${index}`) ?? {}
    expect(broken).toBeUndefined()
    // The last change of a killed process may be made, and not printed.
    const made = entries.toReversed().map(versionsOf)
    expect(made.slice(0, printed.length)).toEqual(printed)
    expect(made.length - printed.length).toBeLessThanOrEqual(step === -1 ? 0 : 1)
    if (step === -1) expect(printed).toHaveLength(CHANGES)
    else expect(children[index]?.exitCode).toBeNull()
  }
  expect(await verifyStore(store)).toEqual([])
  const lock = join(store.location, '.registry.lock')
  await (await acquireLock(lock, 0)).release()
  expect((await readdir(store.location)).includes('.registry.lock')).toBe(false)
}

const versionsOf = ({ live, previous }: Entry) => [live, ...previous].map(({ version }) => version)

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}
