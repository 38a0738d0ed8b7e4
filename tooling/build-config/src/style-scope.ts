import type { AtRule, ChildNode, Declaration, Rule } from 'postcss'

/** At-rules whose rules are limited one by one. */
const GROUPS = ['media', 'supports', 'container', 'starting-style', 'scope', '-moz-document', 'layer']
/** At-rules that declare a name, which is renamed. */
const NAMED = ['keyframes', 'font-face']
/** The only encoding that style sheets are checked in. */
const UTF_8 = /^(["'])utf-?8\1$/i

/** What limits the styles of one build. */
export interface StyleScope {
  /** Selector of the elements that the styles reach, with all they contain. */
  selector: string
  /** Distinguishes the names of this build: letters, digits, `_` and `-`. */
  suffix: string
}

/** The scope of a build's styles. The shell sets the attribute: `shell/src/main/ReleaseRoot.tsx`. */
export function styleScopeOf(container: string): StyleScope {
  return { selector: `[data-styles="${container}"]`, suffix: container.replaceAll(/[^\w-]/g, '_') }
}

/** Whether an at-rule groups rules, which are limited one by one, declares a name, or says that the sheet is UTF-8. */
export function isAllowedInTab(rule: AtRule): boolean {
  const name = rule.name.toLowerCase()
  if (name === 'scope' && rule.nodes?.some((node) => isDeclaration(node))) return false
  if (name === 'charset') return UTF_8.test(rule.params)
  return GROUPS.includes(name) || NAMED.includes(unprefixed(name))
}

/** The names that an at-rule declares for the whole page. */
export function namesOf(rule: AtRule): string[] {
  const name = unprefixed(rule.name)
  const declarations = rule.nodes?.filter((node) => isDeclaration(node, 'font-family')) ?? []
  if (name === 'font-face') return declarations.map(({ value }) => value)
  if (name === 'layer') return rule.params === '' || isInLayer(rule) ? [] : rule.params.split(',')
  return NAMED.includes(name) ? [rule.params] : []
}

/** Whether a rule is in a named or unnamed layer, whose name precedes those of its layers. */
export function isInLayer({ parent }: AtRule): boolean {
  if (parent?.type !== 'atrule') return false
  return (parent as AtRule).name.toLowerCase() === 'layer' || isInLayer(parent as AtRule)
}

export function isInKeyframes({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && unprefixed((parent as AtRule).name) === 'keyframes'
}

export function isDeclaration(node: ChildNode, name?: string): node is Declaration {
  return node.type === 'decl' && (name === undefined || node.prop.toLowerCase() === name)
}

/** `keyframes` of `-webkit-keyframes`. */
function unprefixed(name: string): string {
  return name.toLowerCase().replace(/^-\w+-/, '')
}
