import { asCommandError } from '@canje/project'
import { findChromium } from '@canje/project/test-runner'
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
const FAILURE = /No se pudo mostrar la pestaña|No se pudieron cargar las pestañas/
/** The shell's console error for a `./Tab` that breaks the contract. */
const NOT_A_TAB = /does not expose a tab/
/** Written to the console by {@link reportUnverified}. */
const UNVERIFIED = / has no hash\.$/
/** Chromium writes an error for each directive of the policy that it does not know yet. */
const UNKNOWN_DIRECTIVE = /^Unrecognized Content-Security-Policy directive/
const MAX_REASONS = 3

/**
 * Opens the tab of a staged release in every live shell, in headless Chromium.
 *
 * @returns a finding per shell that does not render it
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

async function checkRenderIn(
  browser: Browser,
  shell: LiveShell,
  { store, published }: StagingStore,
  stubs: Stubs | undefined,
): Promise<Finding[]> {
  const context = await browser.newContext({ locale: 'es-CO', serviceWorkers: 'block' })
  try {
    await context.addInitScript((session) => void Object.assign(sessionStorage, session), sessionForTests())
    await context.route('**/*', (route) => stubResponses(shell, store, published, stubs)(route))
    const { name, release } = published
    const url = `${shell.url}main?tab=${release.tab.id}`
    await context.route(url, requireHashes)
    await context.addInitScript(reportUnverified)
    const reasons = await renderErrors(context, url, `${name}@${release.version}`)
    return reasons.length > 0 ? [findingOf(`${name} ${release.version}`, shell, reasons)] : []
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

/** Runs in the page: the browser itself names no refused script in the console. */
function reportUnverified(): void {
  const report = ({ body }: Report) => console.error(`${Reflect.get(body ?? {}, 'blockedURL')} has no hash.`)
  new ReportingObserver((reports) => reports.forEach(report), {
    types: ['integrity-violation'],
    buffered: true,
  }).observe()
}

/** @returns the browser's errors if the tab does not appear or does not stay; otherwise empty */
async function renderErrors(context: BrowserContext, url: string, release: string): Promise<string[]> {
  const page = await context.newPage()
  const reasons = new Set<string>()
  page.on('pageerror', (error) => reasons.add(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !UNKNOWN_DIRECTIVE.test(message.text())) reasons.add(message.text())
  })
  const tab = page.locator(`[data-release="${release}"]`)
  const failure = page.getByText(FAILURE)
  try {
    const status = (await page.goto(url))?.status()
    if (status !== 200) return [`${url} responded with status ${status}.`]
    await tab.or(failure).first().waitFor({ timeout: RENDER_TIMEOUT_MS })
    await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS }).catch(() => undefined)
    if (await tab.isVisible()) return []
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
  if (says(NOT_A_TAB))
    return { code: 'not-a-tab', message, fix: 'Make the tab’s React component the default export of src/Tab.tsx.' }
  const fix = 'Fix the browser errors; "npm run dev" in the remote’s folder reproduces them.'
  return { code: 'render-failed', message, fix }
}
