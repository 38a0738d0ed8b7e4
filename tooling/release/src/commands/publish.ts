import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { Package } from '@canje/project'
import type { Counts } from '@canje/project/test-runner'
import type { ReleaseManifest } from '@canje/registry'
import { makeLive, publish } from '@canje/registry/store'
import { ownSharedUi, tooLarge } from '../checks/budget'
import { buildRemote } from '../checks/build'
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
  requirementsUnmet,
} from '../checks/shells'
import { testRemote } from '../checks/tests'
import { checkTypes } from '../checks/types'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal, released } from '../outcome'
import { step } from '../progress'
import { createStagingStore, type StagingStore } from '../staging-store'
import { chosenRemote } from '../target'

/** Results of earlier checks that later checks use. */
interface Candidate {
  manifest: ReleaseManifest | undefined
  tests: Counts | undefined
  key: KeyObject | undefined
  shells: LiveShell[]
}

/**
 * Builds and checks a remote, publishes it if there are no findings, and makes it live.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function publishRemote(context: Context, target: string | undefined): Promise<Outcome> {
  const { value: remote, findings: unknown } = chosenRemote(target, context.folder)
  if (!remote) return refusal(unknown)
  const { candidate, findings } = await prepare(context, remote)
  const { manifest, key } = candidate
  if (!manifest || !key) return refusal(findings)
  const notes = ownSharedUi(remote, manifest, candidate.shells)
  const stagingStore = await createStagingStore(join(remote.directory, 'dist'), key)
  try {
    const shells = compatibleShells(candidate.shells, manifest.requires, key)
    findings.push(...(await rendered(context, shells, stagingStore)))
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
async function prepare(context: Context, remote: Package): Promise<{ candidate: Candidate; findings: Finding[] }> {
  const { store, keyFile, options, stop } = context
  const { name } = remote
  const taken = await checkVersionIsFree(store, remote)
  const nothing = { manifest: undefined, tests: undefined, key: undefined, shells: [] }
  if (taken.length > 0) return { candidate: nothing, findings: taken }
  const types = await step(`Check the types of ${name}`, () => checkTypes(remote, stop))
  const build = await step(`Build ${name}`, () => buildRemote(remote, stop))
  const tests = await step(`Test ${name}`, () => testRemote(remote, stop))
  const shells = await step('Read the live shells', () => fetchShells(context.shells, stop))
  const key = await readReleaseKey(keyFile)
  const registered = await registeredRemotes(store, key.value)
  const candidate = { manifest: build.value, tests: tests.value, key: key.value, shells: shells.value ?? [] }
  const checks = [types, build, tests, key, registered, shells]
  return {
    candidate,
    findings: [
      ...checks.flatMap(({ findings }) => findings),
      ...(build.value ? [...tooLarge(remote), ...tabTaken(registered.value ?? [], build.value)] : []),
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
    ...(key ? await keysNotTrusted(shells, key) : []),
  ]
}

async function rendered(
  { environment, stop }: Context,
  shells: LiveShell[],
  stagingStore: StagingStore,
): Promise<Finding[]> {
  if (shells.length === 0) return []
  const opening = () => checkRender(shells, stagingStore, environment, stop)
  return (await step('Open the tab in the live shells', opening)).findings
}

async function release({ store, options }: Context, stagingStore: StagingStore, key: KeyObject): Promise<Outcome> {
  const { dryRun, live } = options
  const published = dryRun ? stagingStore.published : await publish(store, stagingStore.folder)
  if (live && !dryRun) await makeLive(store, [published], key)
  return released(published, live === true)
}
