import { isExpired, listingOf, type Release } from '@canje/registry'
import type { RemoteLog } from '@canje/release-store'
import { withCopy } from '@canje/release-store/release-copy'
import pLimit from 'p-limit'
import type { Browser } from 'playwright-core'
import { withBrowser } from '../checks/browser'
import { listedOtherwise } from '../checks/grants'
import { shellFindings } from '../checks/live-shells'
import { logFindings } from '../checks/logs'
import { openRelease } from '../checks/opened-module'
import { leftOut, notInMenu } from '../checks/orphans'
import type { LiveShell } from '../checks/shells'
import { nothingReleased, storeDamaged } from '../checks/store'
import type { Context } from '../context'
import { eachRemote } from '../each-remote'
import { attempt, type Finding, refuseIfAny } from '../findings'
import type { Outcome } from '../outcome'
import { step } from '../progress'
import { openShellUnderTest, type ShellUnderTest } from '../shell-under-test'
import { stageBuild } from '../staging'
import { readLogs } from '../stored-target'

/** Releases at a time. */
const CONCURRENCY = 3

/** A release of a remote that pages may open. */
interface Listed {
  name: string
  release: Release
  role: 'live' | 'next' | 'previous'
}

interface Checked extends Listed {
  findings: Finding[]
}

/**
 * Opens every live, next and previous release of a store in a shell that is not live yet, with stubbed responses, and compares
 * what the releases use with what the shell gives to tabs. Its configuration, if it has one, must leave no listing out and
 * accept the logs; remotes that it does not list are noted. It needs no key and changes nothing.
 *
 * @param target URL of a running shell, or the folder of its build
 * @returns a finding per release and module that the shell does not show
 */
export async function checkShell(context: Context, target = ''): Promise<Outcome> {
  const shellUnderTest = await openShellUnderTest(context, target)
  try {
    return await checkStore(context, shellUnderTest)
  } finally {
    await shellUnderTest.close()
  }
}

async function checkStore(context: Context, shellUnderTest: ShellUnderTest): Promise<Outcome> {
  const { store } = context
  const { config, hasConfig } = shellUnderTest
  const trusted = await readLogs(store, [shellUnderTest])
  const isOther =
    hasConfig && trusted.value.some(({ storeId }) => storeId !== undefined && storeId !== config.authority.storeId)
  // Of another store, the configuration says nothing.
  const { value: logs, findings: unread } = isOther ? await readLogs(store, []) : trusted
  const damaged = [...unread, ...logs.flatMap(logFindings)]
  const releases = logs
    .filter((log) => logFindings(log).length === 0)
    .flatMap((log) => {
      const { live, next, previous = [] } = log.head?.state ?? {}
      const listed = (release: Release, role: Listed['role']) => ({ name: log.name, release, role })
      return [
        ...(live ? [listed(live, 'live')] : []),
        ...(next && !isExpired(next) ? [listed(next.release, 'next')] : []),
        ...previous.map((release) => listed(release, 'previous')),
      ]
    })
  const notes = isOther
    ? [
        `The shell at ${shellUnderTest.url} reads the store ${config.authority.storeId}, and ${store.location} is another one.`,
      ]
    : [...withoutState(logs), ...(await notInMenu(store, hasConfig ? [shellUnderTest] : []))]
  if (damaged.length + releases.length + withoutState(logs).length === 0) throw nothingReleased(store)
  return checkReleases(context, shellUnderTest, releases, { damaged, notes })
}

/** @returns a sentence per remote whose listing has an epoch in which nothing was released */
function withoutState(logs: RemoteLog[]): string[] {
  return logs
    .filter(({ head, states }) => !head && states.length > 0)
    .map(({ name, epoch }) => `${name} has no state in the epoch ${epoch}: pages show nothing of it.`)
}

async function checkReleases(
  context: Context,
  shellUnderTest: ShellUnderTest,
  releases: Listed[],
  { damaged, notes }: { damaged: Finding[]; notes: string[] },
): Promise<Outcome> {
  const { store, environment, stop } = context
  const { label, hasConfig, ...shell } = shellUnderTest
  const listed = releases.filter(({ name }) => !hasConfig || listingOf(shell.config.authority, name))
  const opening = (browser: Browser) => openAll(browser, context, shell, listed)
  const opened = await step(`Open ${listed.length} releases in ${label}`, async () => {
    const value = await withBrowser(environment, stop, opening)
    return { value, findings: value.flatMap(({ findings }) => findings) }
  })
  const { value: checked = [] } = opened
  const named = (text: string) => text.replaceAll(shell.url, label)
  const findings = [...leftOut([shell]).map(notShown), ...damaged, ...opened.findings]
  return {
    result: { shell: label, store: store.location, releases: checked.map(resultOf) },
    lines: checked.filter((one) => one.findings.length === 0).map(lineOf),
    findings: findings.map((finding) => ({ ...finding, message: named(finding.message) })),
    notes: [
      ...notes,
      ...listed
        .filter(({ role }) => role !== 'previous')
        .flatMap(({ name, release }) => listedOtherwise([shell], { name, ...release })),
    ].map(named),
  }
}

function notShown(message: string): Finding {
  return { code: 'not-listed', message, fix: 'Correct its listing in config.json, or the one that it clashes with.' }
}

async function openAll(browser: Browser, context: Context, shell: LiveShell, listed: Listed[]): Promise<Checked[]> {
  const limit = pLimit(CONCURRENCY)
  const checks = listed.map((one) =>
    limit(async () => {
      context.stop.throwIfAborted()
      const { value, findings } = await eachRemote([one.name], () => findingsOf(browser, context, shell, one))
      return { ...one, findings: [...value.flat(), ...findings] }
    }),
  )
  // Each removes its temporary files, also after another has failed.
  await Promise.allSettled(checks)
  return Promise.all(checks)
}

async function findingsOf(
  browser: Browser,
  { store, stop }: Context,
  shell: LiveShell,
  { name, release }: Listed,
): Promise<Finding[]> {
  const acceptBoth = `First release a version of ${name} that accepts both the live shell and this one.`
  const readFile = (path: string) => store.read(`${name}/${release.version}/${path}`)
  const refused = (await shellFindings([shell], { name, ...release }, readFile, stop)).map((finding) =>
    finding.code === 'requirement-unmet' ? { ...finding, fix: acceptBoth } : finding,
  )
  if (refused.some(({ code }) => code !== 'connect-not-granted')) return refused
  const opening = withCopy(store, { name, release }, async (folder, damage) => {
    refuseIfAny(storeDamaged(damage))
    const staging = await stageBuild(folder)
    return openRelease(browser, shell, staging).finally(staging.close)
  })
  const { value: opened = [], findings: unusable } = await attempt(opening)
  const fix = `Correct this shell, or first release a version of ${name} that works in it.`
  return [...refused, ...unusable, ...opened.map((finding) => ({ ...finding, fix }))]
}

function resultOf({ name, release, role, findings }: Checked) {
  const roles = { live: role === 'live', ...(role === 'next' && { next: true }) }
  return { name, version: release.version, ...roles, refused: findings.length > 0 }
}

function lineOf({ name, release, role }: Checked): string {
  const modules = ['its tab', ...(release.extensions ?? []).map(({ slot }) => slot)].join(' and ')
  return `${name} ${release.version}, ${role}: ${modules} can be opened.`
}
