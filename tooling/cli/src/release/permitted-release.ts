import type { KeyObject } from 'node:crypto'
import type { ReleaseManifest } from '@canje/registry'
import { makeLive, makeNext, type PublishedRelease, readLog } from '@canje/release-store'
import { keysNotTrusted, listedOtherwise, notListed } from './checks/grants'
import { readReleaseKey } from './checks/key'
import { logFindings, trustOf } from './checks/logs'
import { readBack } from './checks/read-back'
import { candidateLinks, type LiveShell, otherStores } from './checks/shells'
import { versionWithdrawn } from './checks/version'
import type { Context } from './context'
import { attempt, type CheckResult } from './findings'
import { noteOf } from './note'
import { type Named, type Outcome, released } from './outcome'
import type { Asking } from './proposal'

/**
 * Compares a release with the log of its remote, and release, store and key with the live shells.
 *
 * @returns the key, unless it is unusable
 */
export async function checkPermission(
  { store, keyFile }: Context,
  release: Asking & Pick<ReleaseManifest, 'version'>,
  shells: LiveShell[],
): Promise<CheckResult<KeyObject>> {
  const { name, version } = release
  const key = await attempt(readReleaseKey(keyFile))
  const log = await readLog(store, name, trustOf(shells, name))
  const elsewhere = otherStores(shells, store.location, log)
  const findings = [
    ...key.findings,
    ...(elsewhere.length > 0 ? elsewhere : logFindings(log)),
    ...versionWithdrawn(log, store.location, version),
    ...notListed(shells, release, key.value),
    ...(key.value ? await keysNotTrusted(shells, key.value, name) : []),
  ]
  return { ...key, findings }
}

/**
 * Makes a permitted release live, or the candidate of `--next` (D45, candidate).
 *
 * @param planned what the store has of it once `publishing` has stored it
 */
export async function releasePermitted(
  context: Context,
  { name, release: planned }: Named,
  key: KeyObject,
  shells: LiveShell[],
  command: 'publish' | 'copy' | 'promote',
  publishing: () => Promise<PublishedRelease>,
): Promise<Outcome> {
  const { store, options, keyFile } = context
  const { dryRun, next, days } = options
  const place = [`--store "${store.location}"`, ...context.shells.map((url) => `--shell ${url}`), `--key "${keyFile}"`]
  const promotion = `This makes it live: npm run release -- promote ${name}@${planned.version} ${place.join(' ')}`
  const notes = [...listedOtherwise(shells, { name, ...planned }), ...(next ? [promotion] : [])]
  const offer = next ? { until: undefined, links: candidateLinks(shells, name, planned.version) } : undefined
  if (dryRun) return released({ name, release: planned }, notes, undefined, offer)
  const published = await publishing()
  const note = { ...noteOf(context, shells, name), command }
  const state = await (next ? makeNext(store, published, key, note, days) : makeLive(store, published, key, note))
  const confirmation = await readBack(context, shells, state)
  return released(published, notes, confirmation, offer && { ...offer, until: state.next?.until })
}
