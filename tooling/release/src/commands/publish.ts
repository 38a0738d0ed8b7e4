import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { ReleaseManifest } from 'registry'
import { makeLive, publish } from 'registry/store'
import type { Package } from 'workspace'
import { tooLarge } from '../checks/budget'
import { buildRemote } from '../checks/build'
import { readReleaseKey } from '../checks/key'
import { registeredRemotes, tabTaken } from '../checks/registry'
import { rendersEverywhere } from '../checks/render'
import { ableToShow, askShells, distrustIn, type LiveShell, strayIn, unmetIn } from '../checks/shells'
import { testRemote } from '../checks/tests'
import { versionIsFree } from '../checks/version'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal, released } from '../outcome'
import { step } from '../progress'
import { type Rehearsal, rehearse } from '../staging-store'
import { chosenRemote } from '../target'

/** What the checks need of one another. */
interface Candidate {
  manifest: ReleaseManifest | undefined
  key: KeyObject | undefined
  shells: LiveShell[]
}

/** Builds a remote, checks it in every way, and only when nothing is found publishes it and makes it live. */
export async function publishRemote(context: Context, subject: string | undefined): Promise<Outcome> {
  const { value: remote, findings: unknown } = chosenRemote(subject, context.folder)
  if (!remote) return refusal(unknown)
  const { candidate, findings } = await prepare(context, remote)
  const { manifest, key } = candidate
  if (!manifest || !key) return refusal(findings)
  const rehearsal = await rehearse(join(remote.directory, 'dist'), key)
  try {
    const shells = ableToShow(candidate.shells, manifest.requires, key)
    findings.push(...(await rendered(context, shells, rehearsal)))
    return findings.length > 0 ? refusal(findings) : await release(context, rehearsal, key)
  } finally {
    await rehearsal.close()
  }
}

/** Runs every check that needs no browser. One that fails keeps none of the others from running. */
async function prepare(context: Context, remote: Package): Promise<{ candidate: Candidate; findings: Finding[] }> {
  const { store, keyFile, stop } = context
  const { name, version } = remote
  const build = await step(`Build ${name}`, () => buildRemote(remote, stop))
  const tests = await step(`Test ${name}`, () => testRemote(remote, stop))
  const shells = await step('Ask the live shells', () => askShells(context.shells, stop))
  const key = await readReleaseKey(keyFile)
  const registered = await registeredRemotes(store, key.value)
  const candidate = { manifest: build.value, key: key.value, shells: shells.value ?? [] }
  const checks = [await versionIsFree(store, name, version), build, tests, key, registered, shells]
  return {
    candidate,
    findings: [
      ...checks.flatMap(({ findings }) => findings),
      ...(build.value ? [...tooLarge(remote), ...tabTaken(registered.value ?? [], build.value)] : []),
      ...(registered.value ? await strayIn(candidate.shells, store, stop) : []),
      ...(await disagreements(candidate)),
    ],
  }
}

/** What the live shells have against a release or its key before they have seen it. */
async function disagreements({ manifest, key, shells }: Candidate): Promise<Finding[]> {
  return [
    ...(manifest ? unmetIn(shells, manifest.name, manifest.requires) : []),
    ...(key ? await distrustIn(shells, key) : []),
  ]
}

async function rendered({ environment, stop }: Context, shells: LiveShell[], rehearsal: Rehearsal): Promise<Finding[]> {
  if (shells.length === 0) return []
  const opening = () => rendersEverywhere(shells, rehearsal, environment, stop)
  return (await step('Open the tab in the live shells', opening)).findings
}

async function release({ store, options }: Context, rehearsal: Rehearsal, key: KeyObject): Promise<Outcome> {
  const { dryRun, live } = options
  const published = dryRun ? rehearsal.published : await publish(store, rehearsal.folder)
  if (live && !dryRun) await makeLive(store, [published], key)
  return released(published, live === true)
}
