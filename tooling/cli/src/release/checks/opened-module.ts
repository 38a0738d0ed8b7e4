import type { Browser, BrowserContext } from 'playwright-core'
import { asCommandError } from '../../project/command-error'
import type { Finding } from '../findings'
import type { Staging } from '../staging'
import { artifactsOf } from './artifacts'
import type { LiveShell } from './shells'
import { FAILURE, withStubbedShell } from './stubbed-page'
import type { Stubs } from './stubs'
import { VERIFY_CHUNKS } from './unverified-scripts'

/** Longer than the shell's own timeout of 15 s for a tab. */
const RENDER_TIMEOUT_MS = 20_000
/** The network of a tab that polls is never idle. */
const IDLE_TIMEOUT_MS = 5_000
/** The shell's console error for a module that breaks the contract. */
const NO_COMPONENT = /does not expose a (tab|component)/
/** Written to the console by {@link reportUnverified}. */
const UNVERIFIED = / has no hash\.$/
/** Chromium writes an error for each directive of the policy that it does not know yet. */
const UNKNOWN_DIRECTIVE = /^Unrecognized Content-Security-Policy directive/
const MAX_REASONS = 3

/** What a remote and its team add to the check. */
export interface Rendering {
  /** The remote's own responses. */
  stubs?: Stubs | undefined
  /** Absolute path of the folder for screenshots, console and trace. */
  artifacts?: string | undefined
}

/** A tab or a slot of a release in a page of a shell. */
export interface OpenedModule {
  /** Such as `mf-codes 1.2.0`, or `detalle:codigo of mf-codes 1.2.0`. */
  name: string
  /** The slot; undefined for the tab. */
  slot: string | undefined
  isShown: boolean
  /** The errors of the browser and the alerts of the page, also of a module that is shown. */
  reasons: string[]
  /** What it shows. */
  text?: string | undefined
}

/** What a page of a shell must show. */
interface Expected extends Pick<OpenedModule, 'name' | 'slot'> {
  tab: string
  selector: string
}

/** Opens the tab and the slots of a staged release in a shell, each in a page of its own with stubbed responses. */
export async function openRelease(
  browser: Browser,
  shell: LiveShell,
  staging: Staging,
  rendering: Rendering = {},
): Promise<OpenedModule[]> {
  const { published, probe } = staging
  const { name, release, tab } = published
  const target = `${name} ${release.version}`
  const ofTab = { name: target, slot: undefined, tab: tab.id, selector: `[data-release="${name}@${release.version}"]` }
  const ofSlots = (release.extensions ?? []).flatMap(({ slot }) => {
    const selector = `[data-slot="${slot}"][data-extension="${name}@${release.version}"]`
    return probe ? { name: `${slot} of ${target}`, slot, tab: probe.tab.id, selector } : []
  })
  const modules: OpenedModule[] = []
  for (const expected of [ofTab, ...ofSlots]) modules.push(await openIn(browser, shell, staging, rendering, expected))
  return modules
}

async function openIn(
  browser: Browser,
  shell: LiveShell,
  staging: Staging,
  { stubs, artifacts }: Rendering,
  { name, slot, tab, selector }: Expected,
): Promise<OpenedModule> {
  const { published, probe } = staging
  const releases = probe ? [published, probe] : [published]
  const data = { stubs, state: 'rows' as const }
  const folder = artifactsOf(artifacts, shell.url, name)
  return withStubbedShell({ browser, shell, staging, releases, data, folder }, async (context) => {
    await context.addInitScript(reportUnverified)
    await context.addInitScript(reportAlerts)
    return { name, slot, ...(await show(context, `${shell.url}main?tab=${tab}`, selector)) }
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

/** Runs in the page: toasts disappear after seconds, and are the only alerts. */
function reportAlerts(): void {
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const alert =
        added instanceof Element && (added.matches('[role=alert]') ? added : added.querySelector('[role=alert]'))
      if (alert) console.error(`The page alerts: ${alert.textContent}`)
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Opens a page, and waits until the element appears and stays. */
async function show(
  context: BrowserContext,
  url: string,
  selector: string,
): Promise<Pick<OpenedModule, 'isShown' | 'reasons' | 'text'>> {
  const page = await context.newPage()
  const reasons = new Set<string>()
  page.on('pageerror', (error) => reasons.add(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !UNKNOWN_DIRECTIVE.test(message.text())) reasons.add(message.text())
  })
  const shown = page.locator(selector)
  const failure = page.getByText(FAILURE)
  const failed = () => ({ isShown: false, reasons: [...reasons] })
  try {
    const status = (await page.goto(url))?.status()
    if (status !== 200) return { isShown: false, reasons: [`${url} responded with status ${status}.`] }
    // What a slot shows for an unknown input may be nothing.
    await shown.or(failure).first().waitFor({ timeout: RENDER_TIMEOUT_MS, state: 'attached' })
    await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS }).catch(() => undefined)
    const texts = await shown.allTextContents()
    if (texts.length > 0) return { isShown: true, reasons: [...reasons], text: texts[0] }
    reasons.add(`The page shows "${await failure.first().textContent()}".`)
  } catch (error) {
    reasons.add(asCommandError(error).message)
    const headings = await page.getByRole('heading').allTextContents()
    reasons.add(`The page at ${page.url()} shows ${headings.join(', ') || 'nothing'}.`)
  }
  return failed()
}

type FailureCode = Extract<Finding['code'], 'chunk-unverified' | 'not-a-tab' | 'render-failed'>

/** Advice. */
export const FIXES: Record<FailureCode, string> = {
  'chunk-unverified': VERIFY_CHUNKS,
  'not-a-tab': 'Make the React component the default export of its module.',
  'render-failed':
    'Fix the browser errors; "npm run dev" in the remote’s folder reproduces them. For a build of another bundler, ' +
    'compare it with docs/other-builds.md.',
}

/** Describes why a module is not shown. */
export function failureOf({ reasons }: OpenedModule): { code: FailureCode; text: string } {
  const says = (pattern: RegExp) => reasons.some((reason) => pattern.test(reason))
  const code = says(UNVERIFIED) ? 'chunk-unverified' : says(NO_COMPONENT) ? 'not-a-tab' : 'render-failed'
  return { code, text: reasons.slice(0, MAX_REASONS).join('\n') }
}
