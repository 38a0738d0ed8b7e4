import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRemotesServer, listen } from '@canje/dev-stack'
import { parseRegistry, verifyRegistry } from '@canje/registry'
import { createKey, publicKeyOf, readKey } from '@canje/release-store'
import { anotherRemote } from '@canje/release-store/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ROOT } from 'workspace'
import { openShellWithoutTabsOf } from '../testing/live-shell'
import { openTeam } from '../testing/team'

const RUNS = process.env.LONG_TESTS ? 40 : 3
/** When a command is killed at first, in percent of its measured duration: the next time it may be faster. */
const PARTS = [[45], [20], [75]] satisfies [number][]
const PROGRAM = join(ROOT, 'tooling/workspace/run.mjs')

/** Creates a store in which 1.1.0 of mf-codes is live after 1.0.0, and a shell that reads it and trusts two keys. */
async function openStore() {
  const team = await openTeam()
  await team.addLive('1.0.0', anotherRemote('mf-users'))
  for (const version of ['1.0.0', '1.1.0']) await team.addLive(version)
  await team.add('1.2.0')
  const newKeyFile = join(team.folder, 'new-key.pem')
  await writeFile(newKeyFile, createKey())
  const newKey = publicKeyOf(await readKey(newKeyFile))
  const shell = await openShellWithoutTabsOf(team.store, team.publicKey, { 'shared-auth': '1.4.0' })
  shell.trust(team.publicKey, newKey)
  const close = () => Promise.all([team.close(), shell.close()])
  return { team, keys: [team.publicKey, newKey], newKeyFile, shell, close }
}

type Opened = Awaited<ReturnType<typeof openStore>>

/** The arguments of each command that changes a store, but `publish`, whose build takes half a minute. */
const commands: [string, (opened: Opened) => string[]][] = [
  ['promote', ({ shell }) => ['mf-codes@1.2.0', '--shell', shell.url]],
  ['rollback', () => ['mf-codes']],
  ['retire', () => ['mf-codes']],
  ['prune', () => ['--days', '0']],
  ['rekey', ({ shell, newKeyFile }) => ['--new-key', newKeyFile, '--shell', shell.url]],
]

/** @returns after how many milliseconds the command ended by itself; undefined if it was killed */
async function runAndKill({ team }: Opened, command: string, args: string[], delayMs?: number) {
  const key = command === 'prune' ? [] : ['--key', join(team.folder, 'key.pem')]
  const startMs = performance.now()
  const child = spawn(process.execPath, [PROGRAM, 'release', command, '--store', team.store, ...key, ...args], {
    cwd: ROOT,
    stdio: 'ignore',
  })
  // Not a wait for a condition: the moment is the input of this test.
  const timer = delayMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), delayMs)
  await once(child, 'close')
  clearTimeout(timer)
  if (child.signalCode) return undefined
  expect(child.exitCode).toBe(0)
  return performance.now() - startMs
}

/** Serves the store as a page reads it. @returns what staff get, and the key */
async function served({ team, keys }: Opened) {
  const server = await createRemotesServer(team.store)
  try {
    const registryUrl = `${await listen(server, 0)}/registry.json`
    const json = await (await fetch(registryUrl)).json()
    await verifyRegistry(json, ...keys)
    const { remotes, findings } = parseRegistry(json, registryUrl)
    expect(findings).toEqual([])
    for (const { live, previous } of remotes)
      for (const { entry } of [live, ...previous]) expect((await fetch(entry)).status).toBe(200)
    return { versions: await team.versions(), keyId: json.signature.keyId }
  } finally {
    await server.close()
  }
}

it.each(commands)(
  'serves the releases from before or after a "%s" that was killed at whichever moment, which can be repeated',
  { timeout: 3_600_000 },
  async (command, argsOf) => {
    const reference = await openStore()
    const before = await served(reference)
    const durationMs = (await runAndKill(reference, command, argsOf(reference))) ?? 0
    expect(durationMs).toBeGreaterThan(0)
    const after = await served(reference)
    await reference.close()
    // The keys differ from store to store.
    const changesKey = before.keyId !== after.keyId

    let kills = 0
    async function survivesKill(part: number) {
      const opened = await openStore()
      const old = await served(opened)
      const isKilled = (await runAndKill(opened, command, argsOf(opened), (part * durationMs) / 100)) === undefined
      if (isKilled) kills++
      const found = await served(opened)
      const isDone = changesKey ? found.keyId !== old.keyId : JSON.stringify(found) !== JSON.stringify(old)
      if (!isDone) {
        expect(found).toEqual(old)
        expect(await opened.team.command(command, ...argsOf(opened))).toMatchObject({ exitCode: 0, findings: [] })
      }
      const repeated = await served(opened)
      expect(repeated.versions).toEqual(after.versions)
      expect(repeated.keyId !== old.keyId).toBe(changesKey)
      const verified = await opened.team.command('verify', ...opened.keys.flatMap((key) => ['--registry-key', key]))
      expect(verified).toMatchObject({ exitCode: 0, findings: [] })
      await opened.close()
    }
    await fc.assert(fc.asyncProperty(fc.integer({ min: 5, max: 95 }), survivesKill), {
      seed: 20261127,
      numRuns: RUNS,
      endOnFailure: true,
      examples: PARTS,
    })
    expect(kills).toBeGreaterThan(0)
  },
)
