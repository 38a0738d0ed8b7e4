import type { AxeResults } from 'axe-core'
import { readAxe, WCAG_TAGS } from '../../axe'
import type { Check } from './check'

/** Violations of WCAG 2.2 A and AA in the tab and its overlays. */
export const accessibility: Check = {
  code: 'not-accessible',
  problem: 'violates WCAG 2.2 A or AA',
  fix: 'Correct the elements; the page of each rule says how.',
  at: ['open', 'dialog', 'narrow', 'slot'],
  async watch({ page, tab: { styles } }) {
    const source = await readAxe()
    // Before other checks look at the page: it adds globals.
    if (source !== undefined) await page.evaluate(source)
    return async () => {
      if (source === undefined) return []
      // Colours in transition have other contrasts. CSS animations, such as those of skeletons, never end.
      await page.evaluate(() => {
        for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
      })
      return page.evaluate(violationsOf, { styles, tags: WCAG_TAGS })
    }
  },
}

/** Says how to add what this check needs. @returns no note with axe-core */
export async function accessibilityNote(): Promise<string[]> {
  if ((await readAxe()) !== undefined) return []
  return ['Accessibility was not checked: "npm install --save-dev axe-core" adds the check.']
}

/** Runs in the page. */
async function violationsOf({ styles, tags }: { styles: string; tags: string[] }): Promise<string[]> {
  const include = [...document.querySelectorAll(`[data-styles="${CSS.escape(styles)}"]`)]
  const { axe } = window as unknown as { axe: { run: (context: object, options: object) => Promise<AxeResults> } }
  const { violations } = await axe.run(
    { include },
    { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] },
  )
  return violations.map(
    ({ id, help, nodes, helpUrl }) =>
      `${id}: ${help}, at ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(' and ')} (${helpUrl.split('?')[0]})`,
  )
}
