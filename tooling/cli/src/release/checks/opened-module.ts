import { stripVTControlCharacters } from 'node:util'
import type { Browser, BrowserContext } from 'playwright-core'
import { asCommandError } from '../../project/command-error'
import type { Finding } from '../findings'
import { PROVIDED_ID } from '../probe'
import type { Staging } from '../staging'
import { artifactsOf } from './artifacts'
import { exportsMissing, type Provided, parseProvided } from './provided'
import type { LiveShell } from './shells'
import { FAILURE, withStubbedShell } from './stubbed-page'
import type { Stubs } from './stubs'

/** Longer than the shell's own timeout of 15 s for a tab. */
const RENDER_TIMEOUT_MS = 20_000
/** The network of a tab that polls is never idle. */
const IDLE_TIMEOUT_MS = 5_000
/** Chromium writes an error for each directive of the policy that it does not know yet. */
const UNKNOWN_DIRECTIVE = /^Unrecognized Content-Security-Policy directive/
const MAX_REASONS = 3
const FIX =
  'Fix the browser errors; "npm run dev" in the remote’s folder reproduces them. For a build of another bundler, ' +
  'compare it with docs/other-builds.md.'

/** What a remote and its team add to the check. */
export interface Rendering {
  /** The remote's own responses. */
  stubs?: Stubs | undefined
  /** Absolute path of the folder for screenshots, console and trace. */
  artifacts?: string | undefined
}

/** A tab or a slot of a release, and where a page of a shell shows it. */
interface Module {
  /** Such as `mf-codes 1.2.0`, or `detalle:codigo of mf-codes 1.2.0`. */
  name: string
  /** The id of the tab. */
  tab: string
  selector: string
}

/**
 * Opens the tab and the slots of a staged release in a shell, each in a page of its own with stubbed responses, and compares
 * what the release uses with what the shell gives to tabs.
 *
 * @returns a finding per module that does not render, and one for all that the shell lacks
 */
export async function openRelease(
  browser: Browser,
  shell: LiveShell,
  staging: Staging,
  rendering: Rendering = {},
): Promise<Finding[]> {
  const { published, probe } = staging
  const { name, release, tab, uses } = published
  const target = `${name} ${release.version}`
  const ofTab = { name: target, tab: tab.id, selector: `[data-release="${name}@${release.version}"]` }
  const ofSlots = (release.extensions ?? []).map(({ slot }) => {
    const selector = `[data-slot="${slot}"][data-extension="${name}@${release.version}"]`
    return { name: `${slot} of ${target}`, tab: probe.tab.id, selector }
  })
  const findings: Finding[] = []
  for (const module of [ofTab, ...ofSlots]) {
    const { text, reasons } = await openIn(browser, shell, staging, rendering, module)
    const message = `${module.name} does not render in the shell at ${shell.url}\n${reasons.slice(0, MAX_REASONS).join('\n')}`
    if (text === undefined) findings.push({ code: 'render-failed', message, fix: FIX })
  }
  const missing = uses ? exportsMissing(target, shell.url, uses, await readProvided(browser, shell, staging)) : []
  return [...findings, ...missing]
}

async function readProvided(browser: Browser, shell: LiveShell, staging: Staging): Promise<Provided | undefined> {
  const { name, tab } = staging.probe
  const module = { name, tab: tab.id, selector: `#${PROVIDED_ID}` }
  return parseProvided((await openIn(browser, shell, staging, {}, module)).text)
}

async function openIn(
  browser: Browser,
  shell: LiveShell,
  staging: Staging,
  { stubs, artifacts }: Rendering,
  { name, tab, selector }: Module,
) {
  const data = { stubs, state: 'rows' as const }
  const folder = artifactsOf(artifacts, shell.url, name)
  return withStubbedShell({ browser, shell, staging, data, folder }, async (context) => {
    await context.addInitScript(reportUnverified)
    return show(context, `${shell.url}main?tab=${tab}`, selector)
  })
}

/**
 * Runs in the page: the browser itself names no refused script in the console. It names no function of its own, because
 * the compiler of the command line would call a helper there.
 */
function reportUnverified(): void {
  new ReportingObserver(
    (reports) => {
      for (const { body } of reports) console.error(`${Reflect.get(body ?? {}, 'blockedURL')} has no hash.`)
    },
    { types: ['integrity-violation'], buffered: true },
  ).observe()
}

/**
 * Opens a page, and waits until the element appears and stays.
 *
 * @returns its text, undefined when the page does not show it; and the errors of the browser
 */
async function show(context: BrowserContext, url: string, selector: string) {
  const page = await context.newPage()
  const reasons = new Set<string>()
  page.on('pageerror', (error) => reasons.add(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !UNKNOWN_DIRECTIVE.test(message.text())) reasons.add(message.text())
  })
  const shown = page.locator(selector)
  const failure = page.getByText(FAILURE)
  try {
    await page.goto(url)
    // What a slot shows for an unknown input may be nothing.
    await shown.or(failure).first().waitFor({ timeout: RENDER_TIMEOUT_MS, state: 'attached' })
    await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS }).catch(() => undefined)
    const [text] = await shown.allTextContents()
    if (text !== undefined) return { text, reasons: [] }
    reasons.add(`The page shows "${await failure.first().textContent()}".`)
  } catch (error) {
    reasons.add(stripVTControlCharacters(asCommandError(error).message))
    const headings = await page.getByRole('heading').allTextContents()
    reasons.add(`The page at ${page.url()} shows ${headings.join(', ') || 'nothing'}.`)
  }
  return { text: undefined, reasons: [...reasons] }
}
