import { expectAccessible } from '@canje/tab-testing/browser'
import type { Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'

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
 * Requires that a part of the page has no violation ({@link expectAccessible}).
 *
 * @param name of the scan in a failure
 * @param part CSS selector of the element to scan
 * @param runOnly the rules, by tag or name
 */
export async function scan(page: Page, name: string, part = 'html', runOnly?: RunOnly): Promise<void> {
  await expectAccessible(page.locator(part), runOnly, `violations of ${name}`)
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
 * Scans the page with `scanHere` in every appearance, and restores the light one: `npm test` in that one only. All rules are
 * checked there, those of colours also in the others, whose page is the same.
 */
export async function scanInEveryAppearance(page: Page, name: string, scanHere = scanOnEveryDevice): Promise<void> {
  for (const [appearance, media] of Object.entries(appearances)) {
    const isLight = media === appearances.light
    if (!isLight && !process.env.LONG_TESTS) continue
    await page.emulateMedia(media)
    const runOnly: RunOnly | undefined = isLight ? undefined : { type: 'rule', values: COLOUR_RULES }
    await scanHere(page, `${appearance}: ${name}`, undefined, runOnly)
  }
  await page.emulateMedia(appearances.light)
}
