import type { KeyObject } from 'node:crypto'
import type { Counts } from '@canje/project/test-runner'
import type { ReleaseManifest } from '@canje/registry'
import { makeLive, publish } from '@canje/release-store'
import { ownSharedUi } from '../checks/budget'
import { checkVersionIsFree } from '../checks/free-version'
import { readReleaseKey } from '../checks/key'
import { registeredRemotes, registryFull, tabTaken } from '../checks/registry'
import { checkRender } from '../checks/render'
import {
  checkSameStore,
  compatibleShells,
  fetchShells,
  keysNotTrusted,
  type LiveShell,
  originsNotGranted,
  requirementsUnmet,
} from '../checks/shells'
import type { Stubs } from '../checks/stubs'
import { chosenSource } from '../chosen-source'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal, released } from '../outcome'
import { step } from '../progress'
import type { Source } from '../source'
import { createStagingStore, type StagingStore } from '../staging-store'

/** Results of earlier checks that later checks use. */
interface Candidate {
  manifest: ReleaseManifest | undefined
  tests: Counts | undefined
  key: KeyObject | undefined
  shells: LiveShell[]
  stubs: Stubs | undefined
}

/**
 * Builds and checks a remote, or checks what another bundler built. Publishes it if there are no findings, and makes it
 * live.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function publishRemote(context: Context, target: string | undefined): Promise<Outcome> {
  const { value: source, findings: unusable } = await chosenSource(context, target)
  if (!source) return refusal(unusable)
  const { candidate, findings } = await prepare(context, source)
  const { manifest, key } = candidate
  if (!manifest || !key) return refusal(findings)
  const notes = ownSharedUi(source.dist, manifest, candidate.shells)
  const stagingStore = await createStagingStore(source.dist, key)
  try {
    const shells = compatibleShells(candidate.shells, manifest.requires, key)
    findings.push(...(await rendered(context, shells, stagingStore, candidate.stubs)))
    if (findings.length > 0) return { ...refusal(findings), notes }
    const outcome = await release(context, stagingStore, key)
    return { ...outcome, notes, result: { ...outcome.result, tests: candidate.tests } }
  } finally {
    await stagingStore.close()
  }
}

/**
 * Runs every check that needs no browser, also after one has failed. Only a version that exists ends it at once: another
 * version is another build.
 */
async function prepare(context: Context, source: Source): Promise<{ candidate: Candidate; findings: Finding[] }> {
  const { store, keyFile, options, stop } = context
  const { name } = source
  const taken = await checkVersionIsFree(store, source, source.build)
  const nothing = { manifest: undefined, tests: undefined, stubs: undefined, key: undefined, shells: [] }
  if (taken.length > 0) return { candidate: nothing, findings: taken }
  const { value: manifest, tests, stubs, findings: ofBuild } = await source.prepare(context)
  const shells = await step('Read the live shells', () => fetchShells(context.shells, stop))
  const key = await readReleaseKey(keyFile)
  const registered = await registeredRemotes(store, key.value)
  const candidate = { manifest, tests, stubs, key: key.value, shells: shells.value ?? [] }
  return {
    candidate,
    findings: [
      ...[ofBuild, key.findings, registered.findings, shells.findings].flat(),
      ...(manifest ? [...source.overBudget(), ...tabTaken(registered.value ?? [], name, manifest)] : []),
      ...(options.live ? registryFull(registered.value ?? [], name) : []),
      ...(registered.value ? await checkSameStore(candidate.shells, store, stop) : []),
      ...(await shellFindings(candidate)),
    ],
  }
}

/** Compares a release and its key with the live shells, without a browser. */
async function shellFindings({ manifest, key, shells }: Candidate): Promise<Finding[]> {
  return [
    ...(manifest ? requirementsUnmet(shells, manifest.name, manifest.requires) : []),
    ...(manifest ? originsNotGranted(shells, manifest) : []),
    ...(key ? await keysNotTrusted(shells, key) : []),
  ]
}

async function rendered(
  { environment, stop }: Context,
  shells: LiveShell[],
  stagingStore: StagingStore,
  stubs: Stubs | undefined,
): Promise<Finding[]> {
  if (shells.length === 0) return []
  const opening = () => checkRender(shells, stagingStore, environment, stop, stubs)
  return (await step('Open the tab and its slots in the live shells', opening)).findings
}

async function release({ store, options }: Context, stagingStore: StagingStore, key: KeyObject): Promise<Outcome> {
  const { dryRun, live } = options
  const published = dryRun ? stagingStore.published : await publish(store, stagingStore.folder)
  if (live && !dryRun) await makeLive(store, [published], key)
  return released(published, live === true)
}
