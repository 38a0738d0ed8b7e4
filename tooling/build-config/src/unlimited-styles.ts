import postcss, { type AtRule, type Rule } from 'postcss'
import { isAllowedInTab, isInKeyframes, namesOf, styleScopeOf } from './style-scope'

export { styleScopeOf }

/**
 * Lists what of a style sheet reaches beyond a tab (D34, tab styles), for sheets of another bundler: selectors that do not
 * name the tab. What else may reach beyond it, the gate beside a neighbour sees.
 *
 * @param container the window property of the build, which is the value of `data-styles` at the root of its tab
 * @returns selectors and at-rules, none for a limited sheet
 * @throws CssSyntaxError when the sheet cannot be parsed
 */
export function unlimitedStyles(sheet: string, container: string): string[] {
  const root = postcss.parse(sheet)
  const { selector, suffix } = styleScopeOf(container)
  const found: string[] = []
  root.walkAtRules((rule) => {
    // In a style rule, browsers ignore all of them but layers.
    const names = isInRule(rule) && rule.name.toLowerCase() !== 'layer' ? [] : namesOf(rule)
    if (!isAllowedInTab(rule) || !names.every((name) => name.includes(suffix)))
      found.push(`@${rule.name} ${rule.params}`.trim())
  })
  root.walkRules((rule) => {
    // A nested selector begins at the rule around it.
    if (isInKeyframes(rule) || isInRule(rule)) return
    found.push(...rule.selectors.filter((one) => !one.replaceAll("'", '"').includes(selector)))
  })
  return [...new Set(found)]
}

function isInRule({ parent }: Rule | AtRule): boolean {
  if (parent?.type === 'rule') return true
  return parent?.type === 'atrule' && isInRule(parent as AtRule)
}
