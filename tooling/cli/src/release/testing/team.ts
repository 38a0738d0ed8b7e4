import { createPrivateKey } from 'node:crypto'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseManifest } from '@canje/registry'
import { createKey, makeLive, openStore, publicKeyOf, publish, readKey, readRegistry } from '@canje/release-store'
import { anotherRemote, temporaryFolder, writeBuild } from '@canje/release-store/testing'
import { ROOT } from 'repo'
import { run } from '../index'
import { recordedCliEnvironment } from './cli-environment'

/** Parsed JSON output of a command. */
export interface CommandResult {
  exitCode: number
  /** Codes of the findings. */
  codes: string[]
  result: Record<string, unknown>
  /** Of an unexpected failure. */
  error?: string
  findings: { code: string; message: string; fix: string }[]
  notes: string[]
}

/**
 * Creates a team with its own release store and key in a temporary folder.
 *
 * @param template the folder of another team, which is copied
 */
export async function openTeam(template?: string) {
  const folder = await temporaryFolder()
  const store = openStore(join(folder, 'store'))
  const keyFile = join(folder, 'key.pem')
  if (template) await cp(template, folder, { recursive: true })
  else await writeFile(keyFile, createKey())
  const key = await readKey(keyFile)

  return {
    folder,
    /** Path of the store. */
    store: store.location,
    keyFile,
    key,
    publicKey: publicKeyOf(key),
    /** Publishes a small build to the store. */
    async add(version: string, changes: Partial<ReleaseManifest> = {}) {
      return publish(store, await writeBuild(folder, { version, build: `b${version}`, ...changes }))
    },
    /** Publishes a small build, and makes it live. */
    async addLive(version: string, changes: Partial<ReleaseManifest> = {}) {
      await makeLive(store, [await this.add(version, changes)], key)
    },
    /** Lists the live version of each remote, then its previous ones. */
    async versions() {
      const registry = await readRegistry(store)
      return Object.fromEntries(
        (registry?.remotes ?? []).map(({ name, live, previous }) => [
          name,
          [live, ...previous].map(({ version }) => version),
        ]),
      )
    },
    /** Runs a command in the root folder of this repository, with this store and key by default. */
    command(...args: string[]): Promise<CommandResult> {
      return this.commandIn(ROOT, ...args)
    },
    /** The same in another folder. */
    async commandIn(workingDirectory: string, ...args: string[]): Promise<CommandResult> {
      const output = recordedCliEnvironment(workingDirectory, process.env)
      const [name = '', ...rest] = args
      const withKey = ['status', 'prune', 'stack', 'history', 'keys add', 'keys revoke', 'check-shell'].includes(name)
        ? []
        : ['--key', keyFile]
      const place = name === 'pack' ? [] : [name === 'copy' ? '--to' : '--store', store.location, ...withKey]
      const commandLine = [...name.split(' '), ...place, '--json', ...rest]
      const exitCode = await run(commandLine, new AbortController().signal, output)
      const { result = {}, findings = [], notes = [], error } = JSON.parse(output.stdout())
      return { exitCode, result, findings, notes, error, codes: findings.map(({ code }: { code: string }) => code) }
    },
    close: () => rm(folder, { recursive: true }),
  }
}

/**
 * As {@link openTeam}, with mf-codes 1.1.0 after 1.0.0 and mf-users in a store of schema 3. The folder has the private keys
 * `operator.pem`, which signed them, `codes.pem`, `users.pem` and `next.pem`.
 */
export async function openSignedTeam() {
  const team = await openTeam()
  await team.addLive('1.0.0')
  await team.addLive('1.1.0')
  await team.addLive('1.0.0', anotherRemote('mf-users'))
  const makeKey = async (name: string) => {
    const pem = createKey()
    await writeFile(join(team.folder, `${name}.pem`), pem)
    return publicKeyOf(createPrivateKey(pem))
  }
  const publicKeys = {
    operator: await makeKey('operator'),
    codes: await makeKey('codes'),
    users: await makeKey('users'),
    next: await makeKey('next'),
  }
  const { result } = await team.command('convert', '--operator-key', join(team.folder, 'operator.pem'))
  return { ...team, publicKeys, storeId: String(result.storeId) }
}

/** Creates a private key that no shell trusts. */
export function untrustedKey() {
  return createPrivateKey(createKey())
}
