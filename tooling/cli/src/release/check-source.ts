import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReleaseManifest, unmetRequirements } from '@canje/registry'
import type { Browser } from 'playwright-core'
import { ownSharedUi } from './checks/budget'
import { shellFindings } from './checks/live-shells'
import { accessibilityNote } from './checks/neighbours/accessibility'
import type { LiveShell } from './checks/shells'
import type { Context } from './context'
import { type CheckResult, type Finding, Refusal, refuseIfAny } from './findings'
import type { Outcome } from './outcome'
import { step } from './progress'
import type { Prepared, Source } from './source'
import type { Staging } from './staging'

/** A source that the checks before the browser's have seen. */
export interface CheckedSource extends Prepared {
  /** The live shells that could be read. */
  shells: LiveShell[]
  /** Whether settings of a live shell are not known to fit, so that a page may fail for that. */
  isUnfit: boolean
}

/**
 * Runs every check that needs no browser, key and store, also after one has failed. It runs code of a remote that is built
 * here: its build configuration, its tests and `tests/stubs.ts`.
 *
 * @param read the live shells, and a finding per one that cannot be read
 */
export async function checkSource(
  context: Context,
  source: Source,
  read: CheckResult<LiveShell[]>,
): Promise<CheckedSource> {
  const prepared = await source.prepare(context)
  const { value: shells = [], findings: unread } = read
  const readOwn = (path: string) => readFile(join(source.dist, path))
  const compared = prepared.value ? await shellFindings(shells, prepared.value, readOwn, context.stop) : []
  const isUnfit = compared.some(({ code }) => code === 'settings-invalid' || code === 'shell-unreachable')
  return { ...prepared, shells, isUnfit, findings: [...prepared.findings, ...unread, ...compared] }
}

/**
 * Opens a checked source in the live shells, unless `pack` has.
 *
 * @param use gets the absolute path of the checked files, and their manifest
 * @throws Refusal if there are any findings
 */
export async function ifOpened(
  context: Context,
  source: Source,
  { value: manifest, shells, isUnfit, tests, stubs, findings }: CheckedSource,
  use: (folder: string, manifest: ReleaseManifest) => Promise<Outcome>,
): Promise<Outcome> {
  if (!manifest) throw new Refusal(findings)
  // On demand: a packed release is published without a browser.
  const staging = source.isOpened || isUnfit ? undefined : await (await import('./staging')).stageBuild(source.dist)
  try {
    const opened = staging ? await open(context, staging, manifest, shells, stubs) : NOTHING
    const notes = [...(staging ? ownSharedUi(source.dist, manifest, shells) : []), ...opened.notes]
    refuseIfAny([...findings, ...opened.findings], notes)
    const outcome = await use(staging?.published.folder ?? source.dist, manifest)
    return { ...outcome, notes: [...notes, ...(outcome.notes ?? [])], result: { ...outcome.result, tests } }
  } finally {
    await staging?.close()
  }
}

const NOTHING = { notes: [], findings: [] }

async function open(
  { environment, stop, options: { artifacts } }: Context,
  staging: Staging,
  { requires }: ReleaseManifest,
  shells: LiveShell[],
  stubs: Prepared['stubs'],
): Promise<{ notes: string[]; findings: Finding[] }> {
  const opened = shells.filter(({ provides }) => unmetRequirements(requires, provides).length === 0)
  if (opened.length === 0) return NOTHING
  const [{ withBrowser }, { checkRender }] = await Promise.all([import('./checks/browser'), import('./checks/render')])
  const check = (browser: Browser) => checkRender(browser, opened, staging, { stubs, artifacts })
  const { findings } = await step('Check the release in the browser', async () => ({
    findings: await withBrowser(environment, stop, check),
  }))
  return { notes: await accessibilityNote(), findings }
}
