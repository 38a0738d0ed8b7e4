import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect } from './test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export const viewports = { desktop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } }

/**
 * Scans for WCAG 2.2 A and AA, and prints one line of what was found, for the record.
 *
 * @param what names the scan in the record
 * @param part selects what to scan; everything on screen unless given
 */
export async function scan(page: Page, what: string, part = 'html'): Promise<void> {
  await expect(page.locator('.p-toast-message-enter-active, .p-dialog-enter-active')).toHaveCount(0)
  await page.evaluate(axeSource)
  const { violations, passes } = await page.evaluate(
    ({ part, tags }) =>
      (window as unknown as { axe: { run: (part: string, options: object) => Promise<AxeResults> } }).axe.run(part, {
        runOnly: { type: 'tag', values: tags },
      }),
    { part, tags: RULES },
  )
  console.log(`axe ${what}: ${violations.length} violations, ${passes.length} rules passed`)
  const findings = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }))
  expect(findings, what).toEqual([])
}

/** Scans what is on screen at the size of every device, and leaves the screen at the first one's. */
export async function scanOnEveryDevice(page: Page, what: string, part?: string): Promise<void> {
  for (const [device, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport)
    await scan(page, `${device} ${what}`, part)
  }
  await page.setViewportSize(viewports.desktop)
}
