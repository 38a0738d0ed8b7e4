import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readAuthority, readState, stateUrl } from '@canje/registry'
import { createKey, publicKeyOf, readKey } from '@canje/release-store'
import fc from 'fast-check'
import { ROOT } from 'repo'
import { expect, it } from 'vitest'
import { createRemotesServer, listen } from '../../dev-stack'
import { openShellWithoutTabs } from '../testing/live-shell'
import { openTeam } from '../testing/team'

/** The release store's own test kills each change at more steps, without the commands. */
const LONG = Boolean(process.env.LONG_TESTS)
const RUNS = LONG ? 40 : 1
const PROGRAM = join(ROOT, 'tooling/cli/src/canje.mjs')
/** Kills a process at one of its changes of files, and counts them. */
const PRELOADED = pathToFileURL(join(ROOT, 'tooling/cli/src/dev-stack/testing/kill-at-step.mjs')).href

/** Creates a store in which 1.1.0 of mf-codes is live after 1.0.0, and a shell that reads it, and that trusts two keys. */
async function openStore() {
  const team = await openTeam()
  await team.addLive('1.0.0', { name: 'mf-users' })
  for (const version of ['1.0.0', '1.1.0']) await team.addLive(version)
  await team.add('1.2.0')
  const newKeyFile = join(team.folder, 'new-key.pem')
  await writeFile(newKeyFile, createKey())
  const newKey = publicKeyOf(await readKey(newKeyFile))
  const trust = { ...team.trust(['mf-codes', 'mf-users']), operatorKeys: [team.publicKey, newKey] }
  const shell = await openShellWithoutTabs(trust, { 'shared-auth': '1.4.0' })
  const close = () => Promise.all([team.close(), shell.close()])
  return { team, trust, newKeyFile, shell, close }
}

type Opened = Awaited<ReturnType<typeof openStore>>

/** The arguments of each command that changes a store, but `publish`, whose build takes half a minute. */
const commands: [string, (opened: Opened) => string[]][] = [
  ['promote', ({ shell, newKeyFile }) => ['mf-codes@1.1.0', '--key', newKeyFile, '--shell', shell.url]],
  ['promote', ({ shell }) => ['mf-codes@1.2.0', '--shell', shell.url]],
  ['rollback', ({ shell }) => ['mf-codes', '--shell', shell.url]],
  ['withdraw', ({ shell }) => ['mf-codes@1.1.0', '--reason', 'Falla', '--shell', shell.url]],
  ['prune', ({ shell }) => ['mf-codes', '--days', '0', '--shell', shell.url]],
]

/** @returns whether the process was killed */
async function runIn({ team }: Opened, command: string, args: string[], moment: NodeJS.ProcessEnv): Promise<boolean> {
  const key = ['--key', join(team.folder, 'key.pem')]
  const child = spawn(process.execPath, [PROGRAM, 'release', command, '--store', team.store, ...key, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: `--import ${PRELOADED}`, STEPS_IN: team.store, ...moment },
    stdio: 'ignore',
  })
  await once(child, 'close')
  if (child.signalCode) return true
  expect(child.exitCode).toBe(0)
  return false
}

/** Serves the store as a page reads it. @returns what staff get, and the key */
async function served({ team, trust }: Opened) {
  const server = await createRemotesServer(team.store)
  try {
    const storeUrl = await listen(server, 0)
    const name = 'mf-codes'
    const json = await (await fetch(stateUrl(storeUrl, name))).json()
    const { remote, keyId } = await readState(json, { storeUrl, authority: readAuthority(trust), name })
    const releases = remote ? [remote.live, ...remote.previous] : []
    for (const { entry } of releases) expect((await fetch(entry)).status).toBe(200)
    return { versions: releases.map(({ version }) => version), keyId }
  } finally {
    await server.close()
  }
}

it.each(LONG ? commands : commands.slice(0, 1))(
  'serves the releases from before or after a "%s" that was killed at whichever moment, which can be repeated',
  { timeout: 3_600_000 },
  async (command, argsOf) => {
    const reference = await openStore()
    const before = await served(reference)
    const stepsFile = join(reference.team.folder, 'steps')
    await runIn(reference, command, argsOf(reference), { STEPS_FILE: stepsFile })
    const steps = Number(await readFile(`${stepsFile}.main`, 'utf8'))
    expect(steps).toBeGreaterThan(3)
    const after = await served(reference)
    await reference.close()
    // The keys differ from store to store.
    const changesKey = before.keyId !== after.keyId

    let kills = 0
    async function survivesKill(part: number) {
      const opened = await openStore()
      const old = await served(opened)
      const moment = { KILL_AT: `main:${Math.floor((part * steps) / 100)}` }
      if (await runIn(opened, command, argsOf(opened), moment)) kills++
      const found = await served(opened)
      const isDone = changesKey ? found.keyId !== old.keyId : JSON.stringify(found) !== JSON.stringify(old)
      if (!isDone) {
        expect(found).toEqual(old)
        expect(await opened.team.command(command, ...argsOf(opened))).toMatchObject({ exitCode: 0, findings: [] })
      }
      const repeated = await served(opened)
      expect(repeated.versions).toEqual(after.versions)
      expect(repeated.keyId !== old.keyId).toBe(changesKey)
      const verified = await opened.team.command('verify', '--shell', opened.shell.url)
      expect(verified).toMatchObject({ exitCode: 0, findings: [] })
      await opened.close()
    }
    await fc.assert(fc.asyncProperty(fc.nat(99), survivesKill), {
      seed: 20261127,
      numRuns: RUNS,
      endOnFailure: true,
      examples: [[50]],
    })
    expect(kills).toBeGreaterThan(0)
  },
)
