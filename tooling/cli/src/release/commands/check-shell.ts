import { listingOf, type RegisteredRemote, type Release, unmetRequirements } from '@canje/registry'
import type { ReleaseStore, RemoteLog } from '@canje/release-store'
import { withCopy } from '@canje/release-store/release-copy'
import { verifyRelease } from '@canje/release-store/verify'
import pLimit from 'p-limit'
import type { Browser } from 'playwright-core'
import { checkConfig } from '../candidate-config'
import { type CandidateShell, openCandidate } from '../candidate-shell'
import { withBrowser } from '../checks/browser'
import { readManifest } from '../checks/dist'
import { originsNotGranted } from '../checks/grants'
import { logFindings } from '../checks/logs'
import { failureOf, type OpenedModule, openRelease } from '../checks/opened-module'
import { exportsMissing, nothingProvided, type Provided } from '../checks/provided'
import { readProvided } from '../checks/render'
import { contractFindings, PROP_PATHS } from '../checks/shell-contract'
import { storeDamaged } from '../checks/store'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'
import { step } from '../progress'
import { stageStored } from '../staging'
import { readLogs, registeredIn } from '../stored-target'

/** Releases at a time. */
const CONCURRENCY = 3

/** A live or previous release of a remote. */
interface Listed {
  remote: RegisteredRemote
  release: Release
}

interface Checked extends Listed {
  /** Why no module of it was opened. */
  refused: Finding[]
  /** Findings on a release that the shell shows. */
  others: Finding[]
  modules: OpenedModule[]
}

/** All releases in a shell. */
interface Opened {
  /** Undefined when the shell shows no tab. */
  provided: Provided | undefined
  releases: Checked[]
}

/**
 * Opens every live and previous release of a store in a shell that is not live yet, with stubbed responses, and compares
 * what the releases use with what the shell gives to tabs. A shell of this store need not show the remotes that its
 * operator does not list. It needs no key and changes nothing.
 *
 * @param target URL of a running shell, or the folder of its build
 * @returns a finding per release and module that the shell does not show, with what staff would get in its place
 */
export async function checkShell(context: Context, target = ''): Promise<Outcome> {
  const { store } = context
  const logs = await readLogs(store, [])
  const damaged = logs.flatMap(logFindings)
  if (damaged.length > 0) return refusal(damaged)
  const remotes = logs.flatMap((log) => registeredIn(log) ?? [])
  if (remotes.length === 0) return refusal([nothingLive(store)])
  const { value: candidate, findings } = await openCandidate(context, target, remotes)
  if (!candidate) return refusal(findings)
  try {
    return await checkReleases(context, candidate, logs, remotes)
  } finally {
    await candidate.close()
  }
}

function nothingLive({ location }: ReleaseStore): Finding {
  const message = `${location} has no live release to open.`
  return {
    code: 'version-unknown',
    message,
    fix: 'Pass the folder or bucket of a release store that this key may list.',
  }
}

async function checkReleases(
  context: Context,
  candidate: CandidateShell,
  logs: RemoteLog[],
  remotes: RegisteredRemote[],
): Promise<Outcome> {
  const { store, environment, stop } = context
  const config = await checkConfig(candidate, logs, store)
  const listed = remotes
    .filter(({ name }) => !config.isOfStore || listingOf(candidate.config.authority, name))
    .flatMap((remote) => [remote.live, ...remote.previous].map((release) => ({ remote, release })))
  const { value: opened, findings } = await step(`Open ${listed.length} releases in ${candidate.label}`, async () => {
    const opening = (browser: Browser) => openAll(browser, context, candidate, listed)
    const { value, findings } = await withBrowser(environment, stop, opening)
    return value ? { value, findings: allFindings(value, candidate) } : { findings }
  })
  const releases = opened?.releases ?? []
  return {
    result: {
      shell: candidate.label,
      store: store.location,
      releases: releases.map((release) => resultOf(release, releases)),
    },
    lines: releases.filter((release) => failedModules(release).length === 0).map(lineOf),
    findings: [...config.findings, ...findings],
    notes: [
      ...config.notes,
      ...(opened && !opened.provided ? [nothingProvided(candidate.label)] : []),
      ...releases.flatMap(({ modules }) => modules.flatMap(noteOf)),
    ],
  }
}

async function openAll(
  browser: Browser,
  { store, stop }: Context,
  shell: CandidateShell,
  listed: Listed[],
): Promise<Opened> {
  const provided = await readProvided(browser, shell, PROP_PATHS)
  const limit = pLimit(CONCURRENCY)
  const checks = listed.map((release) =>
    limit(() => {
      stop.throwIfAborted()
      return checkListed(browser, shell, store, release, provided)
    }),
  )
  // Each removes its temporary files, also after another has failed.
  await Promise.allSettled(checks)
  return { provided, releases: await Promise.all(checks) }
}

function allFindings({ provided, releases }: Opened, candidate: CandidateShell): Finding[] {
  const ofContract = provided ? contractFindings(candidate.label, candidate.provides, provided) : []
  return [...ofContract, ...releases.flatMap((release) => findingsOf(release, releases, candidate))]
}

async function checkListed(
  browser: Browser,
  shell: CandidateShell,
  store: ReleaseStore,
  { remote, release }: Listed,
  provided: Provided | undefined,
): Promise<Checked> {
  const { name } = remote
  const published = { name, release }
  const ungranted = originsNotGranted([{ ...shell, url: shell.label }], { name, connect: release.connect })
  const unmet = unmetRequirements(release.requires, shell.provides)
  if (unmet.length > 0) {
    const message = `${name} ${release.version} in the shell at ${shell.label}: ${unmet.join('; ')}.`
    const fix = `First release a version of ${name} that accepts both the live shell and this one (docs/contract.md).`
    return { remote, release, refused: [{ code: 'requirement-unmet', message, fix }], others: ungranted, modules: [] }
  }
  const refused = storeDamaged(await verifyRelease(store, published))
  if (refused.length > 0) return { remote, release, refused, others: ungranted, modules: [] }
  return withCopy(store, published, async (folder) => {
    const { value: manifest } = await readManifest(folder, '')
    const missing = provided ? exportsMissing(`${name} ${release.version}`, shell.label, manifest?.uses, provided) : []
    const others = [...ungranted, ...missing]
    const staging = await stageStored(folder, published)
    try {
      return { remote, release, refused, others, modules: await openRelease(browser, shell, staging) }
    } finally {
      await staging.close()
    }
  })
}

function findingsOf(checked: Checked, all: Checked[], shell: CandidateShell): Finding[] {
  const refused = checked.refused.map((finding) => ({
    ...finding,
    message: `${finding.message} ${consequence(checked, undefined, all)}`,
  }))
  const failed = checked.modules
    .filter(({ isShown }) => !isShown)
    .map((module) => {
      const { code, text } = failureOf(module)
      const message = `${module.name} does not render in the shell at ${shell.label}. ${consequence(checked, module.slot, all)}\n${text}`
      const fix = `Correct this shell, or first release a version of ${checked.remote.name} that works in it.`
      return { code, message: message.replaceAll(shell.url, shell.label), fix }
    })
  return [...refused, ...failed, ...checked.others]
}

/** What the shell would do about a module that fails. */
function consequence(checked: Checked, slot: string | undefined, all: Checked[]): string {
  const { remote, release } = checked
  if (release !== remote.live) return 'It is a previous release: the shell cannot fall back to it.'
  const instead = fallbackOf(checked, slot, all)
  if (instead) return `The shell would show ${remote.name} ${instead.release.version} instead, a previous release.`
  return slot ? 'The shell would show nothing in this slot.' : 'The shell would show an error in place of the tab.'
}

/** The previous release that works in the shell. */
function fallbackOf({ remote, release }: Listed, slot: string | undefined, all: Checked[]): Checked | undefined {
  if (release !== remote.live) return undefined
  return all.find(
    (other) => other.remote === remote && other.modules.some((module) => module.slot === slot && module.isShown),
  )
}

/** The tab (undefined) and the slots that the shell does not show. */
function failedModules({ release, refused, modules }: Checked): (string | undefined)[] {
  if (refused.length > 0) return [undefined, ...(release.extensions ?? []).map(({ slot }) => slot)]
  return modules.filter(({ isShown }) => !isShown).map(({ slot }) => slot)
}

/** Errors that do not keep a module from being shown, such as a failed request. */
function noteOf({ name, isShown, reasons }: OpenedModule): string[] {
  return isShown && reasons.length > 0 ? [`${name} is shown, with errors: ${reasons.join('; ')}`] : []
}

function resultOf(checked: Checked, all: Checked[]) {
  const { remote, release } = checked
  const failed = failedModules(checked).map((slot) => ({
    module: slot ?? 'tab',
    instead: fallbackOf(checked, slot, all)?.release.version ?? null,
  }))
  return { name: remote.name, version: release.version, live: release === remote.live, failed }
}

function lineOf({ remote, release, modules }: Checked): string {
  const slots = modules.flatMap(({ slot }) => slot ?? []).join(' and ')
  const kind = release === remote.live ? 'live' : 'previous'
  return `${remote.name} ${release.version}, ${kind}: its tab ${slots && `and ${slots} `}can be opened.`
}
