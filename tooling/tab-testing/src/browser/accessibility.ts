import { readAxe, WCAG_TAGS } from '@canje/cli/release/tab-in-shell'
import { expect, type Locator } from '@playwright/test'
import type { AxeResults, RunOnly } from 'axe-core'

const TAGS = [...WCAG_TAGS, 'best-practice']

/**
 * Requires that a part of the page violates neither WCAG 2.2 A and AA nor axe's best practices.
 *
 * @param runOnly the rules, by tag or name
 * @throws Error when axe-core, an optional peer with the licence MPL-2.0, is not installed
 * @example
 * await expectAccessible(tab.panel)
 */
export async function expectAccessible(
  part: Locator,
  runOnly: RunOnly = { type: 'tag', values: TAGS },
  name = 'violations of accessibility',
): Promise<void> {
  const page = part.page()
  await expect(page.locator('.p-toast-message-enter-active')).toHaveCount(0)
  // Colours in transition have other contrasts. CSS animations, such as those of skeletons, never end.
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition))
  const axe = await readAxe()
  if (axe === undefined) throw new Error('axe-core is not installed: run npm install -D axe-core.')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await part.evaluate(async (element, runOnly) => {
    const { axe } = window as unknown as { axe: { run: (part: Element, options: object) => Promise<AxeResults> } }
    // Of a rule that passes, nobody needs each element.
    return (await axe.run(element, { runOnly, resultTypes: ['violations'] })).violations
  }, runOnly)
  const findings = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }))
  expect(findings, name).toEqual([])
}
