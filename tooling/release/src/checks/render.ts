import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { sessionForTests } from 'shared-auth/testing'
import { asCommandError } from 'workspace'
import { findChromium } from 'workspace/testing'
import type { Checked, Finding } from '../findings'
import type { Rehearsal } from '../staging-store'
import type { LiveShell } from './shells'
import { answerFor } from './stubbed-responses'

/** In milliseconds; longer than the 15 s after which a shell gives a tab up. */
const LONGEST_RENDER_MS = 20_000
/** In milliseconds; a tab that polls is never idle. */
const LONGEST_IDLE_WAIT_MS = 5_000
const FAILURE = /No se pudo mostrar la pestaña|No se pudieron cargar las pestañas/
/** How a shell says on the console that `./Tab` is not what the contract asks for. */
const NOT_A_TAB = /does not expose a tab/
const MOST_REASONS = 3

/** Opens the tab of a rehearsed release in each live shell. */
export async function rendersEverywhere(
  shells: LiveShell[],
  rehearsal: Rehearsal,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Promise<Checked<never>> {
  const program = await programIn(environment, stop)
  if (!program.value) return { findings: program.findings }
  const browser = await chromium.launch({ executablePath: program.value })
  const close = () => void browser.close()
  stop.addEventListener('abort', close)
  try {
    const findings: Finding[] = []
    for (const shell of shells) findings.push(...(await rendersIn(browser, shell, rehearsal)))
    return { findings }
  } finally {
    stop.removeEventListener('abort', close)
    await browser.close()
  }
}

async function programIn(environment: NodeJS.ProcessEnv, stop: AbortSignal): Promise<Checked<string>> {
  try {
    return { value: await findChromium(environment, stop), findings: [] }
  } catch (error) {
    stop.throwIfAborted()
    const fix =
      'Install a Chromium or set CHROMIUM_PATH to one: a release that nobody has seen render is not published.'
    return { findings: [{ code: 'chromium-missing', message: asCommandError(error).message, fix }] }
  }
}

async function rendersIn(browser: Browser, shell: LiveShell, { store, published }: Rehearsal): Promise<Finding[]> {
  const context = await browser.newContext({ locale: 'es-CO', serviceWorkers: 'block' })
  try {
    await context.addInitScript((session) => void Object.assign(sessionStorage, session), sessionForTests())
    await context.route('**/*', (route) => answerFor(shell, store, published)(route))
    const { name, release } = published
    const reasons = await reasonsAgainst(
      context,
      `${shell.url}main?tab=${release.tab.id}`,
      `${name}@${release.version}`,
    )
    return reasons.length > 0 ? [findingOf(`${name} ${release.version}`, shell, reasons)] : []
  } finally {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** @returns what the browser said when the tab did not come, or went again; empty when it is there */
async function reasonsAgainst(context: BrowserContext, address: string, release: string): Promise<string[]> {
  const page = await context.newPage()
  const reasons = new Set<string>()
  page.on('pageerror', (error) => reasons.add(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') reasons.add(message.text())
  })
  const shown = page.locator(`[data-release="${release}"]`)
  const failure = page.getByText(FAILURE)
  try {
    const status = (await page.goto(address))?.status()
    if (status !== 200) return [`${address} answered ${status}.`]
    await shown.or(failure).first().waitFor({ timeout: LONGEST_RENDER_MS })
    await page.waitForLoadState('networkidle', { timeout: LONGEST_IDLE_WAIT_MS }).catch(() => undefined)
    if (await shown.isVisible()) return []
    reasons.add(`The page shows "${await failure.first().textContent()}".`)
  } catch (error) {
    reasons.add(asCommandError(error).message)
    const headings = await page.getByRole('heading').allTextContents()
    reasons.add(`The page at ${page.url()} shows ${headings.join(', ') || 'nothing'}.`)
  }
  return [...reasons]
}

function findingOf(release: string, { url }: LiveShell, reasons: string[]): Finding {
  const isTab = !reasons.some((reason) => NOT_A_TAB.test(reason))
  const message = [`${release} does not render in the shell at ${url}`, ...reasons.slice(0, MOST_REASONS)].join('\n')
  return isTab
    ? {
        code: 'render-failed',
        message,
        fix: 'Mend what the browser says; "npm run dev" in the remote’s folder shows it.',
      }
    : { code: 'not-a-tab', message, fix: 'Make the tab’s React component the default export of src/Tab.tsx.' }
}
