import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOnly } from 'axe-core'
import { expect } from './test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules of those tags that a change of the colours alone can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What a person has set, by name. */
const appearances = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const

export const viewports = { desktop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } }

/** `npm test` scans a screen at one size, LONG_TESTS=1 at all. */
const scannedViewports = process.env.LONG_TESTS ? viewports : { desktop: viewports.desktop }

/**
 * Scans for violations of WCAG 2.2 A and AA and of axe's best practices, fails if it finds any, and prints a summary.
 *
 * @param name of the scan in the output
 * @param part CSS selector of the element to scan
 * @param runOnly the rules, by tag or name
 */
export async function scan(
  page: Page,
  name: string,
  part = 'html',
  runOnly: RunOnly = { type: 'tag', values: TAGS },
): Promise<void> {
  await expect(page.locator('.p-toast-message-enter-active, .p-dialog-enter-active')).toHaveCount(0)
  // Colours in transition have other contrasts. CSS animations, such as those of skeletons, never end.
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition))
  await page.evaluate(axeSource)
  const { violations, passes } = await page.evaluate(
    ({ part, runOnly }) =>
      (window as unknown as { axe: { run: (part: string, options: object) => Promise<AxeResults> } }).axe.run(part, {
        runOnly,
      }),
    { part, runOnly },
  )
  console.log(`axe ${name}: ${violations.length} violations, ${passes.length} rules passed`)
  const findings = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }))
  expect(findings, name).toEqual([])
}

/** Scans the page at every scanned viewport, and restores that of the desktop. */
export async function scanOnEveryDevice(page: Page, name: string, part?: string, runOnly?: RunOnly): Promise<void> {
  for (const [device, viewport] of Object.entries(scannedViewports)) {
    await page.setViewportSize(viewport)
    await scan(page, `${device} ${name}`, part, runOnly)
  }
  await page.setViewportSize(viewports.desktop)
}

/**
 * Scans the page with `scanHere` in every appearance, and restores the light one. All rules are checked there, those of
 * colours also in the others, whose page is the same.
 */
export async function scanInEveryAppearance(
  page: Page,
  name: string,
  scanHere: typeof scan = scanOnEveryDevice,
): Promise<void> {
  for (const [appearance, media] of Object.entries(appearances)) {
    await page.emulateMedia(media)
    const runOnly: RunOnly | undefined =
      media === appearances.light ? undefined : { type: 'rule', values: COLOUR_RULES }
    await scanHere(page, `${appearance}: ${name}`, undefined, runOnly)
  }
  await page.emulateMedia(appearances.light)
}
