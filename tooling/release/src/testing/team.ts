import { createPrivateKey } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseManifest } from 'registry'
import { createKey, makeLive, publicKeyOf, publish, readKey, readRegistry } from 'registry/store'
import { temporaryFolder, writeBuild } from 'registry/testing'
import { run } from '../index'
import { recordedSurroundings } from './surroundings'

/** What a command said and how it ended. */
export interface Ending {
  exitCode: number
  /** The codes of its findings. */
  codes: string[]
  result: Record<string, unknown>
  findings: { code: string; message: string; fix: string }[]
}

/** A team with a release store and a key of its own, both in a temporary folder. */
export async function openTeam() {
  const folder = await temporaryFolder()
  const store = join(folder, 'store')
  const keyFile = join(folder, 'key.pem')
  await writeFile(keyFile, createKey())
  const key = await readKey(keyFile)

  return {
    folder,
    store,
    key,
    publicKey: publicKeyOf(key),
    /** Puts a small build into the store. */
    async add(version: string, changes: Partial<ReleaseManifest> = {}) {
      return publish(store, await writeBuild(folder, { version, build: `b${version}`, ...changes }))
    },
    /** The same, and makes it live. */
    async addLive(version: string, changes: Partial<ReleaseManifest> = {}) {
      await makeLive(store, [await this.add(version, changes)], key)
    },
    /** The live version of each remote, then its previous ones. */
    async versions() {
      const registry = await readRegistry(store)
      return Object.fromEntries(
        (registry?.remotes ?? []).map(({ name, live, previous }) => [
          name,
          [live, ...previous].map(({ version }) => version),
        ]),
      )
    },
    /** Gives a command at no remote's folder, for this store and key unless it names others. */
    async command(...args: string[]): Promise<Ending> {
      const output = recordedSurroundings(folder, process.env)
      const [name = '', ...rest] = args
      const withKey = name === 'status' || name === 'prune' ? [] : ['--key', keyFile]
      const given = [name, '--store', store, ...withKey, '--json', ...rest]
      const exitCode = await run(given, new AbortController().signal, output)
      const { result = {}, findings = [] } = JSON.parse(output.printed())
      return { exitCode, result, findings, codes: findings.map(({ code }: { code: string }) => code) }
    },
    close: () => rm(folder, { recursive: true }),
  }
}

/** A key that nobody was given. */
export function strangersKey() {
  return createPrivateKey(createKey())
}
