import type { Browser } from 'playwright-core'
import type { Finding } from '../findings'
import type { Staging } from '../staging'
import { visitTab } from './neighbours/visit'
import { openRelease, type Rendering } from './opened-module'
import type { LiveShell } from './shells'

/**
 * Opens the tab and the slots of a staged release in every live shell, compares what it uses with what they give to tabs, and
 * the page around it before and after.
 *
 * @returns the findings of {@link openRelease}, and per shell without any, those of {@link visitTab}
 */
export async function checkRender(
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
