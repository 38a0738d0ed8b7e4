import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Listing, type ReleaseManifest, readAuthority } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { createKey, makeLive, makeNext, openStore, publicKeyOf, publish, readKey, readLog } from '@canje/release-store'
import { temporaryFolder, writeBuild } from '@canje/release-store/testing'
import { ROOT } from 'repo'
import { createRemotesServer, listen, type TrustJson } from '../../dev-stack'
import { usesStore } from '../command-line'
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

/** A public key that no team has. */
export const UNTRUSTED = `${'A'.repeat(43)}=`

/** The commands that get a key by default. */
const SIGNING = ['publish', 'promote', 'copy', 'rollback', 'withdraw', 'prune']

/** Creates a team with its own release store and key in a temporary folder. */
export async function openTeam() {
  const folder = await temporaryFolder()
  const store = openStore(join(folder, 'store'))
  const keyFile = join(folder, 'key.pem')
  await writeFile(keyFile, createKey())
  const key = await readKey(keyFile)
  const publicKey = publicKeyOf(key)
  const storeId = randomUUID()
  const closing: (() => Promise<unknown>)[] = []

  return {
    folder,
    /** Path of the store. */
    store: store.location,
    keyFile,
    key,
    publicKey,
    /**
     * Of a shell that reads the store and lists remotes.
     *
     * @param trusted the key that it trusts for all of them
     */
    trust(names: string[] = [], trusted = publicKey): TrustJson {
      const listings = names.map((name, order): [string, Listing] => [
        name,
        exampleListing({ keys: [trusted], tab: { id: name, label: name, order } }),
      ])
      return { storeId, operatorKeys: [trusted], remotes: Object.fromEntries(listings) }
    },
    /** Publishes a small build to the store; no state names it yet. */
    async copy(version: string, changes: Partial<ReleaseManifest> = {}) {
      return publish(store, await writeBuild(folder, { version, build: `b${version}`, ...changes }))
    },
    /** The same, and makes it the candidate. */
    async add(version: string, changes: Partial<ReleaseManifest> = {}, days?: number) {
      const published = await this.copy(version, changes)
      await makeNext(store, published, key, { authority: readAuthority(this.trust()), by: 'Ana' }, days)
      return published
    },
    /** The same, and makes it live. */
    async addLive(version: string, changes: Partial<ReleaseManifest> = {}) {
      await makeLive(store, await this.copy(version, changes), key, { authority: readAuthority(this.trust()) })
    },
    /** Lists the live version of each remote, then its previous ones. */
    async versions() {
      const logs = await Promise.all(((await store.remotes()) ?? []).map((name) => readLog(store, name)))
      return Object.fromEntries(
        logs.flatMap(({ name, head }) => {
          const { live, previous = [] } = head?.state ?? {}
          return live ? [[name, [live, ...previous].map(({ version }) => version)]] : []
        }),
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
      const place = usesStore(name) ? [name === 'copy' ? '--to' : '--store', store.location] : []
      const signer = SIGNING.includes(name) ? ['--key', keyFile] : []
      const exitCode = await run([name, ...place, ...signer, '--json', ...rest], new AbortController().signal, output)
      const { result = {}, findings = [], notes = [], error } = JSON.parse(output.stdout())
      return { exitCode, result, findings, notes, error, codes: findings.map(({ code }: { code: string }) => code) }
    },
    /** Serves the store, as pages read it. @returns its base URL */
    async serve(): Promise<string> {
      await mkdir(store.location, { recursive: true })
      const server = await createRemotesServer(store.location)
      closing.push(() => server.close())
      return `${await listen(server, 0)}/`
    },
    /** Closes what serves the store. */
    async close() {
      for (const close of closing) await close()
    },
  }
}
