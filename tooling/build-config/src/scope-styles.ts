import postcss, { type AtRule, type Root } from 'postcss'
import selectorParser, { type Node, type Selector } from 'postcss-selector-parser'
import { namesDeclaredIn, renameIn, type StyleNames } from './style-names'
import { isAllowedInTab, isDeclaration, isInKeyframes, type StyleScope } from './style-scope'

/** Selectors of the page, which match the element of the tab. */
const PAGE = /^(html|body|:root|:host|:scope)$/i

/**
 * Limits style sheets to the elements of a tab (D34, tab styles). Every selector gets `:where(…)`, which does not change its
 * specificity, and `@scope` cannot be used yet: Firefox has it from 146 on. `html`, `body` and `:root` match the element of
 * the tab. Animations, fonts and layers get a name of their own.
 *
 * @param sheets all style sheets of a build, because one may use a name that another declares
 * @returns the limited style sheets, in the same order
 * @throws Error naming the line of a rule that would apply to the whole page
 */
export function scopeStyles(sheets: string[], scope: StyleScope): string[] {
  const roots = sheets.map((sheet) => postcss.parse(sheet))
  const names = namesDeclaredIn(roots)
  return roots.map((root) => {
    limit(root, scope, names)
    return root.toString()
  })
}

function limit(root: Root, scope: StyleScope, names: StyleNames): void {
  root.walkAtRules((rule) => {
    if (rule.name.toLowerCase() === 'property') replaceProperty(rule, root)
    else assertLimited(rule)
  })
  renameIn(root, names, scope.suffix)
  root.walkRules((rule) => {
    if (!isInKeyframes(rule)) rule.selector = scopeSelector(rule.selector, scope.selector)
  })
}

/** Sets the initial value of a registered property in the tab: the registration would apply to the whole page. */
function replaceProperty(rule: AtRule, root: Root): void {
  const value = (name: string) => rule.nodes?.find((node) => isDeclaration(node, name))?.value
  const selector = value('inherits') === 'false' ? '*' : ':root'
  const initial = `:where(${selector}) { ${rule.params}: ${value('initial-value') ?? 'initial'} }`
  // In the first layer, so that every other rule overrides it.
  root.prepend(postcss.parse(`@layer initial-values { ${initial} }`).nodes)
  rule.remove()
}

function assertLimited(rule: AtRule): void {
  const name = rule.name.toLowerCase()
  if (name === 'import') {
    throw rule.error(`'@import ${rule.params}' is not bundled: copy the file into the project, and import the copy.`)
  }
  if (isAllowedInTab(rule)) return
  if (name === 'charset') throw rule.error(`'@charset ${rule.params}' is not UTF-8: save the file in UTF-8.`)
  throw rule.error(`'@${rule.name}' would apply to the whole page, not only to the tab.`)
}

/**
 * @param selector a selector list, also of a nested rule
 * @param scope selector of the elements that may match, with all they contain
 */
function scopeSelector(selector: string, scope: string): string {
  const inScope = `:where(${scope},${scope} *)`
  const transform = selectorParser((list) => {
    for (const one of [...list.nodes]) {
      const subject = subjectOf(one)
      if (subject.some(isPage)) {
        const ofTab = one.clone()
        insert(ofTab, ` :where(${scope})`)
        list.insertAfter(one, ofTab)
      }
      insert(one, inScope)
    }
  })
  return transform.processSync(selector)
}

/** The last compound of a selector, which names the elements that match. */
function subjectOf(selector: Selector): Node[] {
  return selector.nodes.slice(selector.nodes.findLastIndex(({ type }) => type === 'combinator') + 1)
}

/** Appends `text` to the subject, before its pseudo-elements. */
function insert(selector: Selector, text: string): void {
  const subject = subjectOf(selector)
  const node = selectorParser.tag({ value: text })
  const pseudoElement = subject.find((part) => selectorParser.isPseudoElement(part))
  if (pseudoElement) selector.insertBefore(pseudoElement, node)
  else selector.append(node)
}

function isPage(node: Node): boolean {
  if (PAGE.test(node.toString().trim())) return true
  return selectorParser.isPseudoClass(node) && node.nodes.some((selector) => selector.nodes.some(isPage))
}
