import { type ChildProcess, spawn } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLive } from './live'
import { readLog, trustIn } from './log'
import { openStore } from './open-store'
import { publish } from './publish'
import { createKey } from './signing-key'
import { bundle } from './testing/bundle'
import { authorityOf, temporaryFolder, writeBuild } from './testing/store'
import { verifyRemote } from './verify'

const PROCESSES = 6
const CHANGES = 4
/** Fewer steps than a process needs for all its changes. */
const MAX_STEPS = 250
const key = createPrivateKey(createKey())
const authority = authorityOf(key, { 'mf-codes': [key] })
const trust = trustIn(authority, 'mf-codes')
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

it(`keeps every change of ${PROCESSES} concurrent processes of one remote, whichever are killed at whichever step`, async () => {
  await fc.assert(fc.asyncProperty(lastSteps, keepsEveryChange), {
    seed: 20261123,
    numRuns: process.env.LONG_TESTS ? 100 : 1,
  })
}, 3_600_000)

async function keepsEveryChange(steps: number[]): Promise<void> {
  const store = openStore(join(await mkdtemp(join(folder, 'run-')), 'store'))
  const children = steps.map((step, index) =>
    spawn(process.execPath, [script, store.location, folder, `p${index}`, `${CHANGES}`, `${step}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const outputs = await Promise.all(children.map(({ stdout }) => text(stdout)))
  await Promise.all(children.map(exited))
  const { states, damage } = await readLog(store, 'mf-codes', trust)
  expect(damage).toBeUndefined()

  for (const [index, step] of steps.entries()) {
    const printed = (outputs[index] ?? '').split('\n').filter(Boolean)
    const made = states.flatMap(({ state: { change } }) => (change.by === `p${index}` ? (change.reason ?? '') : []))
    expect(made.slice(0, printed.length)).toEqual(printed)
    // The last change of a killed process may be made, and not printed.
    expect(made.length - printed.length).toBeLessThanOrEqual(step === -1 ? 0 : 1)
    if (step === -1) expect(printed).toHaveLength(CHANGES)
    else expect(children[index]?.exitCode).toBeNull()
  }
  const dist = await writeBuild(folder, { version: '9.0.0', build: 'last' })
  await makeLive(store, await publish(store, dist), key, { authority })
  expect((await verifyRemote(store, 'mf-codes', trust)).findings).toEqual([])
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}
