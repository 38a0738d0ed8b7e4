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
  name: string
  release: Release
  isLive: boolean
}

interface Checked extends Listed {
  /** The tab (`tab`) and the slots that the shell does not show. */
  failed: string[]
  findings: Finding[]
  notes: string[]
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
 * @returns a finding per release and module that the shell does not show
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
    .flatMap(({ name, live, previous }) =>
      [live, ...previous].map((release) => ({ name, release, isLive: release === live })),
    )
  const { value: opened, findings } = await step(`Open ${listed.length} releases in ${candidate.label}`, async () => {
    const opening = (browser: Browser) => openAll(browser, context, candidate, listed)
    const { value, findings } = await withBrowser(environment, stop, opening)
    return value ? { value, findings: allFindings(value, candidate) } : { findings }
  })
  const releases = opened?.releases ?? []
  return {
    result: { shell: candidate.label, store: store.location, releases: releases.map(resultOf) },
    lines: releases.filter(({ failed }) => failed.length === 0).map(lineOf),
    findings: [...config.findings, ...findings],
    notes: [
      ...config.notes,
      ...(opened && !opened.provided ? [nothingProvided(candidate.label)] : []),
      ...releases.flatMap(({ notes }) => notes),
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
  return [...ofContract, ...releases.flatMap(({ findings }) => findings)]
}

async function checkListed(
  browser: Browser,
  shell: CandidateShell,
  store: ReleaseStore,
  listed: Listed,
  provided: Provided | undefined,
): Promise<Checked> {
  const { name, release } = listed
  const published = { name, release }
  const ungranted = originsNotGranted([{ ...shell, url: shell.label }], { name, connect: release.connect })
  const unmet = unmetRequirements(release.requires, shell.provides)
  const refused =
    unmet.length > 0 ? [unmetIn(shell, listed, unmet)] : storeDamaged(await verifyRelease(store, published))
  if (refused.length > 0) {
    const slots = release.extensions?.map(({ slot }) => slot) ?? []
    return { ...listed, failed: ['tab', ...slots], findings: [...refused, ...ungranted], notes: [] }
  }
  return withCopy(store, published, async (folder) => {
    const { value: manifest } = await readManifest(folder, '')
    const missing = provided ? exportsMissing(`${name} ${release.version}`, shell.label, manifest?.uses, provided) : []
    const staging = await stageStored(folder, published)
    try {
      const modules = await openRelease(browser, shell, staging)
      const failed = modules.filter(({ isShown }) => !isShown)
      return {
        ...listed,
        failed: failed.map(({ slot }) => slot ?? 'tab'),
        findings: [...failed.map((module) => notShown(shell, name, module)), ...ungranted, ...missing],
        notes: modules.flatMap(noteOf),
      }
    } finally {
      await staging.close()
    }
  })
}

function unmetIn({ label }: CandidateShell, { name, release }: Listed, unmet: string[]): Finding {
  const message = `${name} ${release.version} in the shell at ${label}: ${unmet.join('; ')}.`
  const fix = `First release a version of ${name} that accepts both the live shell and this one (docs/contract.md).`
  return { code: 'requirement-unmet', message, fix }
}

function notShown({ url, label }: CandidateShell, name: string, module: OpenedModule): Finding {
  const { code, text } = failureOf(module)
  const message = `${module.name} does not render in the shell at ${label}.\n${text}`.replaceAll(url, label)
  return { code, message, fix: `Correct this shell, or first release a version of ${name} that works in it.` }
}

/** Errors that do not keep a module from being shown, such as a failed request. */
function noteOf({ name, isShown, reasons }: OpenedModule): string[] {
  return isShown && reasons.length > 0 ? [`${name} is shown, with errors: ${reasons.join('; ')}`] : []
}

function resultOf({ name, release, isLive, failed }: Checked) {
  return { name, version: release.version, live: isLive, failed }
}

function lineOf({ name, release, isLive }: Checked): string {
  return `${name} ${release.version}, ${isLive ? 'live' : 'previous'}: its tab and its slots can be opened.`
}
