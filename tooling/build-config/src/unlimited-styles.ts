import postcss, { type AtRule, type Rule } from 'postcss'
import selectorParser, { type Node, type Selector } from 'postcss-selector-parser'
import { isAllowedInTab, isInKeyframes, namesOf, styleScopeOf } from './style-scope'

export { styleScopeOf }

/** Where a selector has arrived: at an element of the tab's root, in it, or anywhere in the page. */
type Place = 'page' | 'root' | 'tab'

/**
 * Lists what of a style sheet reaches beyond a tab (D34, tab styles), for sheets of another bundler.
 *
 * @param container the window property of the build, which is the value of `data-styles` at the root of its tab
 * @returns selectors and at-rules, none for a limited sheet
 * @throws CssSyntaxError when the sheet cannot be parsed
 */
export function unlimitedStyles(sheet: string, container: string): string[] {
  const root = postcss.parse(sheet)
  const { suffix } = styleScopeOf(container)
  const found: string[] = []
  root.walkAtRules((rule) => {
    // In a style rule, browsers ignore all of them but layers.
    const names = isInRule(rule) && rule.name.toLowerCase() !== 'layer' ? [] : namesOf(rule)
    if (!isAllowedInTab(rule) || !names.every((name) => name.includes(suffix)))
      found.push(`@${rule.name} ${rule.params}`.trim())
  })
  root.walkRules((rule) => {
    if (!isInKeyframes(rule)) found.push(...unlimitedSelectors(rule, container))
  })
  return [...new Set(found)]
}

function unlimitedSelectors(rule: Rule, container: string): string[] {
  const isNested = isInRule(rule)
  const list = selectorParser().astSync(rule.selector)
  return list.nodes.filter((one) => placeOf(one, container, isNested) === 'page').map((one) => one.toString().trim())
}

function isInRule({ parent }: Rule | AtRule): boolean {
  if (parent?.type === 'rule') return true
  return parent?.type === 'atrule' && isInRule(parent as AtRule)
}

/** @returns the place of the elements that match. A nested selector without `&` begins at the rule around it. */
function placeOf(selector: Selector, container: string, isNested: boolean): Place {
  const isRelative = isNested && !/&/.test(selector.toString())
  const [first] = selector.nodes
  const start = first?.type === 'combinator' ? 'root' : 'tab'
  return selector.nodes.reduce<Place>((place, node) => next(place, node, container), isRelative ? start : 'page')
}

function next(place: Place, node: Node, container: string): Place {
  if (place === 'tab') return place
  if (node.type === 'combinator') return place === 'root' && /^(>|\s*)$/.test(node.value.trim()) ? 'tab' : 'page'
  if (node.type === 'nesting') return 'root'
  if (selectorParser.isAttribute(node))
    return node.attribute === 'data-styles' && node.operator === '=' && node.value === container ? 'root' : place
  if (!selectorParser.isPseudoClass(node) || !/^:(is|where)$/i.test(node.value) || node.nodes.length === 0) return place
  return node.nodes.every((one) => placeOf(one, container, false) !== 'page') ? 'root' : place
}
