import type { BrowserContext } from 'playwright-core'
import type { StagedRelease, Staging } from '../../staging'
import type { LiveShell } from '../shells'
import { FAILURE, showing } from '../stubbed-page'
import { ACTIVITY, MEDIA, recordActivity } from './activity'
import { countRequests } from './quiet'

/** Longer than the shell's own timeout of 15 s for a tab, on a busy machine. */
const TIMEOUT_MS = 30_000

/** A page of a shell that shows the neighbour, and whose menu can change. */
export type NeighbourPage = Awaited<ReturnType<typeof openNeighbour>>

/** Opens the neighbour in a shell. */
export async function openNeighbour(context: BrowserContext, { url }: LiveShell, { neighbour, trust }: Staging) {
  // The compiler of the command line calls this helper in named functions.
  await context.addInitScript({ content: 'globalThis.__name = (value) => value' })
  await context.addInitScript(recordActivity, { key: ACTIVITY, media: MEDIA })
  const settle = countRequests(context)
  const page = await context.newPage()
  let shown = [neighbour]
  await context.route(`${url}config.json`, (route) => showing(trust(...shown))(route))

  /** Presses a tab in the tab menu. @returns whether it shows its release */
  async function open({ name, release: { version }, tab }: StagedRelease): Promise<boolean> {
    const failure = page.getByText(FAILURE).first()
    const link = page.locator(`#tab-${tab.id}`)
    await link.or(failure).first().waitFor({ timeout: TIMEOUT_MS })
    if (!(await link.isVisible())) return false
    await link.evaluate((element: HTMLElement) => {
      element.focus()
      element.click()
    })
    const shown = page.locator(`[data-release="${name}@${version}"]`)
    await shown.or(failure).first().waitFor({ timeout: TIMEOUT_MS })
    await settle(page)
    return shown.isVisible()
  }

  await page.goto(`${url}main?tab=${neighbour.tab.id}`)
  await open(neighbour)
  return {
    page,
    open,
    settle,
    /** Waits until the tabs of the page are those of these releases. */
    async list(...releases: StagedRelease[]): Promise<void> {
      shown = releases
      const ids = releases.map(({ tab }) => `tab-${tab.id}`)
      await page.waitForFunction(hasTabs, ids, { timeout: TIMEOUT_MS, polling: 50 })
    },
  }
}

/** Runs in the page. Lets it fetch its menu until it has these tabs: a request under way may bring the one before. */
function hasTabs(ids: string[]): boolean {
  const shown = [...document.querySelectorAll('[role=tablist] > [id^="tab-"]')]
  if (shown.length === ids.length && shown.every(({ id }) => ids.includes(id))) return true
  window.dispatchEvent(new Event('focus'))
  return false
}
