import { spawn } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Authority, parseRegistry } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readHistory } from './history'
import { makeLive } from './live'
import { openStore } from './open-store'
import { prune } from './prune'
import { publish } from './publish'
import { createKey, publicKeyOf, readKey } from './signing-key'
import { bundle } from './testing/bundle'
import type { Fault } from './testing/faults'
import { temporaryFolder, writeBuild } from './testing/store'
import { verifyStore } from './verify'

const RUNS = process.env.LONG_TESTS ? 75 : 1
const TIMEOUT_MS = 3_600_000
const COMMANDS = ['publish', 'promote', 'rollback', 'withdraw', 'prune']
let folder: string
/** Copied for each run. */
let template: string
let script: string
let key: KeyObject
let authority: Authority

beforeAll(async () => {
  folder = await temporaryFolder()
  template = join(folder, 'template')
  script = await bundle('store-process.ts', folder)
  await writeFile(join(folder, 'key.pem'), createKey())
  key = await readKey(join(folder, 'key.pem'))
  const store = openStore(template)
  const release = async (version: string) => publish(store, await writeBuild(folder, { version, build: version }))
  const { storeId } = await makeLive(store, [await publish(store, await writeBuild(folder, { name: 'mf-users' }))], key)
  const remotes = ['mf-codes', 'mf-users'].map((name) => ({ ...exampleListing(), name }))
  authority = { storeId, operatorKeys: [publicKeyOf(key)], remotes, findings: [] }
  for (const version of ['1.0.0', '1.1.0']) await makeLive(store, [await release(version)], key)
  await release('1.2.0')
  await rename(await writeBuild(folder, { version: '1.3.0', build: '1.3.0' }), join(folder, 'dist'))
})
afterAll(() => rm(folder, { recursive: true }))

const copyOfStore = async () => {
  const store = join(await mkdtemp(join(folder, 'run-')), 'store')
  await cp(template, store, { recursive: true, preserveTimestamps: true })
  return store
}

async function runProcess(store: string, command: string, fault: Fault, step: number) {
  const child = spawn(process.execPath, [script, store, folder, command, fault, String(step)])
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return { exitCode: child.exitCode, steps: Number(stdout), stderr }
}

/** What staff get, and the releases of the store. */
async function stateOf(store: string) {
  const json = JSON.parse(await readFile(join(store, 'registry.json'), 'utf8'))
  const { remotes, findings } = await parseRegistry(json, 'https://remotes.test', authority)
  expect(findings).toEqual([])
  const live = remotes.map(({ name, live, previous }) => [
    name,
    live.version,
    ...previous.map(({ version }) => version),
  ])
  return { live, stored: (await readdir(join(store, 'mf-codes'))).filter(isShown).sort() }
}
const isShown = (name: string) => !name.startsWith('.')

async function verify(location: string): Promise<string[]> {
  const store = openStore(location)
  const broken = (await readHistory(store, undefined, authority)).flatMap((history) => history.broken ?? [])
  return [...(await verifyStore(store)), ...broken]
}

it.each(COMMANDS)(
  'is intact after "%s" was killed or had no room from whichever step, and a killed command can be repeated',
  async (command) => {
    const before = await stateOf(template)
    const reference = await copyOfStore()
    const { steps } = await runProcess(reference, command, 'kill', -1)
    const after = await stateOf(reference)
    expect(steps).toBeGreaterThan(10)

    async function survivesKill(step: number) {
      const store = await copyOfStore()
      expect(await runProcess(store, command, 'kill', step)).toMatchObject({ exitCode: null, stderr: '' })
      expect(await verify(store)).toEqual([])
      const state = await stateOf(store)
      const isDone = JSON.stringify(state.live) === JSON.stringify(after.live)
      if (!isDone) expect(state.live).toEqual(before.live)
      // A repeated roll-back would be another one, and says so.
      const isRepeated = !isDone || command !== 'rollback'
      if (isRepeated) expect(await runProcess(store, command, 'kill', -1)).toMatchObject({ exitCode: 0, stderr: '' })
      expect(await stateOf(store)).toEqual(after)
      await prune(openStore(store), { olderThanMs: -60_000 })
      expect(await verify(store)).toEqual([])
      const hidden = (await readdir(store, { recursive: true })).filter((path) => /(^|\/)\./.test(path))
      expect(hidden).toEqual([])
      await rm(store, { recursive: true })
    }

    async function survivesFullDisk(step: number) {
      const store = await copyOfStore()
      const { exitCode, stderr } = await runProcess(store, command, 'full disk', step)
      const state = await stateOf(store)
      if (exitCode === 0) expect(state).toEqual(after)
      else {
        expect(stderr).toMatch(/^ENOSPC: no space left on device[^\n]*\n$/)
        expect(state.live).toEqual(before.live)
        // A complete publication that could not go live is stored.
        expect([before.stored, after.stored]).toContainEqual(state.stored)
      }
      expect(await verify(store)).toEqual([])
      expect((await readdir(store, { recursive: true })).filter((path) => /\.release-|\.json\./.test(path))).toEqual([])
      await rm(store, { recursive: true })
    }
    for (const survives of [survivesKill, survivesFullDisk])
      await fc.assert(fc.asyncProperty(fc.nat(steps - 1), survives), { seed: 20261204, numRuns: RUNS })
  },
  TIMEOUT_MS,
)
