import { asCommandError } from '@canje/project'
import { findChromium } from '@canje/project/test-runner'
import { unmetRequirements } from '@canje/registry'
import { sessionForTests } from '@canje/shared-auth/testing'
import { type Browser, type BrowserContext, chromium, type Route } from 'playwright-core'
import type { CheckResult, Finding } from '../findings'
import type { StagingStore } from '../staging-store'
import type { LiveShell } from './shells'
import { stubResponses } from './stubbed-responses'
import type { Stubs } from './stubs'
import { VERIFY_CHUNKS } from './unverified-scripts'

/** Longer than the shell's own timeout of 15 s for a tab. */
const RENDER_TIMEOUT_MS = 20_000
/** The network of a tab that polls is never idle. */
const IDLE_TIMEOUT_MS = 5_000
const FAILURE = /No se pudo mostrar (la pestaña|este contenido)|No se pudieron cargar las pestañas/
/** The shell's console error for a module that breaks the contract. */
const NO_COMPONENT = /does not expose a (tab|component)/
/** The shells of earlier versions of the contract have no slots. */
const WITH_SLOTS = { 'shared-auth': '>=1.2.0' }
/** Written to the console by {@link reportUnverified}. */
const UNVERIFIED = / has no hash\.$/
/** Chromium writes an error for each directive of the policy that it does not know yet. */
const UNKNOWN_DIRECTIVE = /^Unrecognized Content-Security-Policy directive/
const MAX_REASONS = 3

/**
 * Opens the tab and the slots of a staged release in every live shell, in headless Chromium.
 *
 * @returns a finding per shell and module that does not render
 */
export async function checkRender(
  shells: LiveShell[],
  stagingStore: StagingStore,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
  stubs?: Stubs,
): Promise<CheckResult<never>> {
  const executable = await findBrowser(environment, stop)
  if (!executable.value) return { findings: executable.findings }
  const browser = await chromium.launch({ executablePath: executable.value })
  const close = () => void browser.close()
  stop.addEventListener('abort', close)
  try {
    const findings: Finding[] = []
    for (const shell of shells) findings.push(...(await checkRenderIn(browser, shell, stagingStore, stubs)))
    return { findings }
  } finally {
    stop.removeEventListener('abort', close)
    await browser.close()
  }
}

async function findBrowser(environment: NodeJS.ProcessEnv, stop: AbortSignal): Promise<CheckResult<string>> {
  try {
    return { value: await findChromium(environment, stop), findings: [] }
  } catch (error) {
    stop.throwIfAborted()
    const fix = 'Install Chromium, or set CHROMIUM_PATH. A release is published only after it has rendered.'
    return { findings: [{ code: 'chromium-missing', message: asCommandError(error).message, fix }] }
  }
}

/** What a page of a shell must show. */
interface Expected {
  /** Names the release, or its slot, in findings. */
  name: string
  tab: string
  selector: string
}

async function checkRenderIn(
  browser: Browser,
  shell: LiveShell,
  staging: StagingStore,
  stubs: Stubs | undefined,
): Promise<Finding[]> {
  const { name, release } = staging.published
  const target = `${name} ${release.version}`
  const tab = { name: target, tab: release.tab.id, selector: `[data-release="${name}@${release.version}"]` }
  const findings = await openIn(browser, shell, staging, stubs, tab)
  const { extensions = [] } = release
  if (!staging.probe || unmetRequirements(WITH_SLOTS, shell.provides).length > 0) return findings
  for (const { slot } of extensions) {
    const selector = `[data-slot="${slot}"][data-extension="${name}@${release.version}"]`
    const expected = { name: `${slot} of ${target}`, tab: staging.probe.release.tab.id, selector }
    findings.push(...(await openIn(browser, shell, staging, stubs, expected)))
  }
  return findings
}

async function openIn(
  browser: Browser,
  shell: LiveShell,
  { store, published, probe }: StagingStore,
  stubs: Stubs | undefined,
  expected: Expected,
): Promise<Finding[]> {
  const context = await browser.newContext({ locale: 'es-CO', serviceWorkers: 'block' })
  try {
    await context.addInitScript((session) => void Object.assign(sessionStorage, session), sessionForTests())
    const releases = probe ? [published, probe] : [published]
    await context.route('**/*', (route) => stubResponses(shell, store, releases, stubs)(route))
    const url = `${shell.url}main?tab=${expected.tab}`
    await context.route(url, requireHashes)
    if (shell.checkKey) await context.route(`${shell.url}config.json`, trust(shell.checkKey))
    await context.addInitScript(reportUnverified)
    const reasons = await renderErrors(context, url, expected.selector)
    return reasons.length > 0 ? [findingOf(expected.name, shell, reasons)] : []
  } finally {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** Enforces the policy of today's shells in each shell, also in one of an earlier version or with previews. */
async function requireHashes(route: Route): Promise<void> {
  const response = await route.fetch()
  const headers = { ...response.headers(), 'integrity-policy': 'blocked-destinations=(script)' }
  await route.fulfill({ response, headers })
}

/** Replaces the keys that a shell trusts in its pages. */
function trust(registryKey: string): (route: Route) => Promise<void> {
  return async (route) => {
    const response = await route.fetch()
    const { registryKeys: _, storeId: __, operatorKeys: ___, remotes: ____, ...config } = await response.json()
    await route.fulfill({ response, json: { ...config, registryKey } })
  }
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

/** @returns the browser's errors if the element does not appear or does not stay; otherwise empty */
async function renderErrors(context: BrowserContext, url: string, selector: string): Promise<string[]> {
  const page = await context.newPage()
  const reasons = new Set<string>()
  page.on('pageerror', (error) => reasons.add(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !UNKNOWN_DIRECTIVE.test(message.text())) reasons.add(message.text())
  })
  const shown = page.locator(selector)
  const failure = page.getByText(FAILURE)
  try {
    const status = (await page.goto(url))?.status()
    if (status !== 200) return [`${url} responded with status ${status}.`]
    // What a slot shows for an unknown input may be nothing.
    await shown.or(failure).first().waitFor({ timeout: RENDER_TIMEOUT_MS, state: 'attached' })
    await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS }).catch(() => undefined)
    if ((await shown.count()) > 0) return []
    reasons.add(`The page shows "${await failure.first().textContent()}".`)
  } catch (error) {
    reasons.add(asCommandError(error).message)
    const headings = await page.getByRole('heading').allTextContents()
    reasons.add(`The page at ${page.url()} shows ${headings.join(', ') || 'nothing'}.`)
  }
  return [...reasons]
}

function findingOf(release: string, { url }: LiveShell, reasons: string[]): Finding {
  const message = [`${release} does not render in the shell at ${url}`, ...reasons.slice(0, MAX_REASONS)].join('\n')
  const says = (pattern: RegExp) => reasons.some((reason) => pattern.test(reason))
  if (says(UNVERIFIED)) return { code: 'chunk-unverified', message, fix: VERIFY_CHUNKS }
  if (says(NO_COMPONENT))
    return { code: 'not-a-tab', message, fix: 'Make the React component the default export of its module.' }
  const fix =
    'Fix the browser errors; "npm run dev" in the remote’s folder reproduces them. For a build of another bundler, ' +
    'compare it with docs/other-builds.md.'
  return { code: 'render-failed', message, fix }
}
