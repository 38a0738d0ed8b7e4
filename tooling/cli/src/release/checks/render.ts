import type { Browser } from 'playwright-core'
import type { Finding } from '../findings'
import type { Staging } from '../staging'
import { withBrowser } from './browser'
import { visitTab } from './neighbours/visit'
import { openRelease, type Rendering } from './opened-module'
import type { LiveShell } from './shells'

/**
 * Opens the tab and the slots of a staged release in every live shell, in headless Chromium, compares what it uses with
 * what they give to tabs, and the page around it before and after.
 *
 * @returns the findings of {@link openRelease}, and per shell without any, those of {@link visitTab}
 */
export function checkRender(
  shells: LiveShell[],
  staging: Staging,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
  rendering: Rendering = {},
): Promise<Finding[]> {
  return withBrowser(environment, stop, (browser) => checkRenderIn(browser, shells, staging, rendering))
}

/** As {@link checkRender}, in a browser that is open. */
export async function checkRenderIn(
  browser: Browser,
  shells: LiveShell[],
  staging: Staging,
  rendering: Rendering = {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const shell of shells) {
    const opened = await openRelease(browser, shell, staging, rendering)
    const visited = opened.length === 0 ? await visitTab({ browser, shell, staging, ...rendering }) : []
    findings.push(...opened, ...visited)
  }
  return findings
}
