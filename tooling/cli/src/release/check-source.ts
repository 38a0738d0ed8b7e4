import { type ReleaseManifest, unmetRequirements } from '@canje/registry'
import type { Counts } from '../project/test-runner'
import { ownSharedUi } from './checks/budget'
import { readShells, shellFindings } from './checks/live-shells'
import { accessibilityNote } from './checks/neighbours/accessibility'
import { checkRender } from './checks/render'
import type { LiveShell } from './checks/shells'
import type { Stubs } from './checks/stubs'
import type { Context } from './context'
import type { Finding } from './findings'
import { type Outcome, refusal } from './outcome'
import { step } from './progress'
import type { Source } from './source'
import { type Staging, stageBuild } from './staging'

/** A source that has passed the checks before the browser's, or the findings. */
export interface CheckedSource {
  /** Undefined when it cannot be released. */
  manifest: ReleaseManifest | undefined
  /** Undefined for a build of another bundler. */
  tests: Counts | undefined
  stubs: Stubs | undefined
  /** The live shells that could be read. */
  shells: LiveShell[]
  findings: Finding[]
}

/**
 * Runs every check that needs no browser, key and store, also after one has failed. It runs code of the remote: its build
 * configuration, its tests and `tests/stubs.ts`.
 */
export async function checkSource(context: Context, source: Source): Promise<CheckedSource> {
  const { value: manifest, tests, stubs, findings } = await source.prepare(context)
  const { value: shells = [], findings: unread } = await readShells(context)
  const ofShells = [...unread, ...(manifest ? shellFindings(shells, manifest) : [])]
  const ofSize = manifest ? source.overBudget() : []
  return { manifest, tests, stubs, shells, findings: [...findings, ...ofSize, ...ofShells] }
}

/**
 * Opens a checked source in the live shells.
 *
 * @param use gets the rendered release if there are no findings at all
 */
export async function ifRendered(
  { environment, stop, options: { artifacts } }: Context,
  { dist }: Source,
  { manifest, shells, stubs, tests, findings: earlier }: CheckedSource & { manifest: ReleaseManifest },
  use: (staged: Staging['published']) => Promise<Outcome>,
): Promise<Outcome> {
  const staging = await stageBuild(dist)
  try {
    const opened = shells.filter(({ provides }) => unmetRequirements(manifest.requires, provides).length === 0)
    const opening = () => checkRender(opened, staging, environment, stop, { stubs, artifacts })
    const { findings: rendered } =
      opened.length > 0 ? await step('Check the release in the browser', opening) : { findings: [] }
    const findings = [...earlier, ...rendered]
    const notes = [...ownSharedUi(dist, manifest, shells), ...(opened.length > 0 ? await accessibilityNote() : [])]
    if (findings.length > 0) return { ...refusal(findings), notes }
    const outcome = await use(staging.published)
    return { ...outcome, notes: [...notes, ...(outcome.notes ?? [])], result: { ...outcome.result, tests } }
  } finally {
    await staging.close()
  }
}
