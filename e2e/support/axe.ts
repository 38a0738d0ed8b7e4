import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect } from './test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export const viewports = { desktop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } }

/**
 * Scans for violations of WCAG 2.2 A and AA and of axe's best practices, fails if it finds any, and prints a summary.
 *
 * @param name of the scan in the output
 * @param part CSS selector of the element to scan
 */
export async function scan(page: Page, name: string, part = 'html'): Promise<void> {
  await expect(page.locator('.p-toast-message-enter-active, .p-dialog-enter-active')).toHaveCount(0)
  // Colours in transition have other contrasts. CSS animations, such as those of skeletons, never end.
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition))
  await page.evaluate(axeSource)
  const { violations, passes } = await page.evaluate(
    ({ part, tags }) =>
      (window as unknown as { axe: { run: (part: string, options: object) => Promise<AxeResults> } }).axe.run(part, {
        runOnly: { type: 'tag', values: tags },
      }),
    { part, tags: RULES },
  )
  console.log(`axe ${name}: ${violations.length} violations, ${passes.length} rules passed`)
  const findings = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }))
  expect(findings, name).toEqual([])
}

/** Scans the page at the viewport of every device, and restores that of the desktop. */
export async function scanOnEveryDevice(page: Page, name: string, part?: string): Promise<void> {
  for (const [device, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport)
    await scan(page, `${device} ${name}`, part)
  }
  await page.setViewportSize(viewports.desktop)
}
