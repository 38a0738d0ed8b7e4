import type { ReleaseManifest } from '@canje/registry'
import type { Browser } from 'playwright-core'
import type { CheckResult, Finding } from '../findings'
import { type Staging, stageProbe } from '../staging'
import { withBrowser } from './browser'
import { readManifest } from './dist'
import { accessibilityNote } from './neighbours/accessibility'
import { visitTab } from './neighbours/visit'
import { FIXES, failureOf, type OpenedModule, openRelease, type Rendering } from './opened-module'
import { exportsMissing, nothingProvided, type Provided, parseProvided } from './provided'
import type { LiveShell } from './shells'
import { checkStylesIn } from './tab-styles'

/**
 * Opens the tab and the slots of a staged release in every live shell, in headless Chromium, compares what it uses with
 * what they give to tabs, and the page around it before and after.
 *
 * @returns a finding per style sheet that reaches further than the tab, also without a shell, per shell and module that
 *   does not render, per shell that lacks what it uses, and per check of {@link visitTab}; a note per shell that shows the
 *   release, but not what it gives
 */
export async function checkRender(
  shells: LiveShell[],
  staging: Staging,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
  rendering: Rendering = {},
): Promise<CheckResult<string[]>> {
  const { value: rendered, findings } = await withBrowser(environment, stop, (browser) =>
    checkRenderIn(browser, shells, staging, rendering),
  )
  return rendered ?? { findings }
}

/** As {@link checkRender}, in a browser that is open. */
export async function checkRenderIn(
  browser: Browser,
  shells: LiveShell[],
  staging: Staging,
  rendering: Rendering = {},
): Promise<CheckResult<string[]>> {
  const { value: manifest } = await readManifest(staging.published.folder, '')
  const findings = manifest ? await checkStylesIn(browser, manifest, staging.published.folder) : []
  const notes: string[] = []
  for (const shell of shells) {
    const modules = await openRelease(browser, shell, staging, rendering)
    const failed = modules.filter(({ isShown }) => !isShown)
    const missing = await checkUses(browser, shell, manifest)
    findings.push(...failed.map((module) => findingOf(module, shell)), ...(missing ?? []))
    if (failed.length > 0) continue
    if (missing) findings.push(...(await visitTab({ browser, shell, staging, ...rendering })))
    else notes.push(nothingProvided(shell.url))
  }
  return { value: [...notes, ...(shells.length > 0 ? await accessibilityNote() : [])], findings }
}

/** @returns undefined when the shell does not show what it gives to tabs */
async function checkUses(
  browser: Browser,
  shell: LiveShell,
  manifest: ReleaseManifest | undefined,
): Promise<Finding[] | undefined> {
  if (!manifest?.uses) return []
  const provided = await readProvided(browser, shell)
  return provided && exportsMissing(`${manifest.name} ${manifest.version}`, shell.url, manifest.uses, provided)
}

/**
 * Asks a page of a shell what it gives to tabs.
 *
 * @param props paths of the props whose kinds are asked for
 * @returns undefined when the shell shows no tab at all
 */
export async function readProvided(
  browser: Browser,
  shell: LiveShell,
  props: readonly string[] = [],
): Promise<Provided | undefined> {
  const staging = await stageProbe(props)
  try {
    const [tab] = await openRelease(browser, shell, staging)
    return parseProvided(tab?.text)
  } finally {
    await staging.close()
  }
}

function findingOf(module: OpenedModule, { url }: LiveShell): Finding {
  const { code, text } = failureOf(module)
  return { code, message: `${module.name} does not render in the shell at ${url}\n${text}`, fix: FIXES[code] }
}
