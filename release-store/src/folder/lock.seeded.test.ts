import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundle } from '../testing/bundle'
import { temporaryFolder } from '../testing/store'
import { acquireLock } from './lock'

const PROCESSES = 8
const TIMES = 4
/** More steps than a process needs for all its entries, so that some processes survive. */
const MAX_STEPS = 300
let folder: string
let script: string

beforeAll(async () => {
  folder = await temporaryFolder()
  script = await bundle('appending-process.ts', folder)
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
  const [lock, list] = [join(run, '.lock'), join(run, 'list')]
  await writeFile(list, '')
  const children = steps.map((step, index) => start([lock, list, `p${index}`, String(TIMES), String(step)]))
  await Promise.all(children.map(({ stdout }) => once(stdout, 'readable')))
  const outputs = children.map(({ stdout }) => text(stdout))
  for (const { stdin } of children) stdin.write('go\n')
  await Promise.all(children.map(exited))
  const reported = (await Promise.all(outputs)).flatMap((output) =>
    output.split('\n').filter((line) => line.startsWith('p')),
  )
  const listed = (await readFile(list, 'utf8')).split('\n').filter((line) => line !== '')

  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toEqual(expect.arrayContaining(reported))
  for (const [index, step] of steps.entries()) {
    if (step === -1) expect(reported).toContain(`p${index}-${TIMES - 1}`)
    else expect([0, null]).toContain(children[index]?.exitCode)
  }
  await (await acquireLock(lock, 0)).release()
}

function start(args: string[]) {
  return spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}
