import { styleScopeOf } from '@canje/build/unlimited-styles'
import type { Check, TabInPage } from './check'

/** A style rule of the page, or a name that it gives to the whole page. */
interface StyleRule {
  /** The beginnings of the rules around it, and its own, such as `@media print` and `td`. */
  heads: string[]
  /** Of a rule without a selector, such as `@keyframes fade`. */
  name?: string
  text: string
}

/** Style rules that reach beyond the tab and its overlays, also those added at run time. */
export const styles: Check = {
  code: 'styles-leaked',
  problem: 'has styles that reach beyond its panel',
  fix:
    'Import style sheets in the modules of the tab: its build limits their rules and names to the tab. A rule that is ' +
    'added at run time needs a class in its selector that only this tab uses.',
  at: ['open', 'dialog', 'slot', 'closed'],
  async watch({ page, tab }) {
    const { suffix } = styleScopeOf(tab.styles)
    const before = await page.evaluate(readRules)
    const known = new Set(before.map(({ text }) => text))
    const names = new Set(before.flatMap(({ name }) => name ?? []))
    return async () => {
      const added = (await page.evaluate(readRules)).filter(({ text }) => !known.has(text))
      const selecting = added.filter(({ name }) => name === undefined)
      const reached = await page.evaluate(reachedBy, { rules: selecting.map(markedBy), mark: MARK, tab })
      return [
        ...selecting.filter((_, index) => reached[index]).map(({ heads }) => heads.join(' ')),
        ...added.flatMap(({ name }) => (name && changesPage(name, names, suffix) ? [name] : [])),
      ]
    }
  },
}

/** Whether a named rule replaces one of the page, or changes the page in any case. A name of the kit's build is unique. */
function changesPage(name: string, names: ReadonlySet<string>, suffix: string): boolean {
  if (name.includes(suffix)) return false
  return names.has(name) || /^@(property|page|view-transition|unreadable)/.test(name)
}

const STATES = new RegExp(
  [
    '(::|:-)[\\w-]+(\\([^()]*\\))?',
    ':(before|after|first-line|first-letter|hover|focus|focus-visible|focus-within|active|visited|any-link|link|target|checked|indeterminate|default|disabled|enabled|open|(user-)?(in)?valid|required|optional|read-only|read-write|in-range|out-of-range|placeholder-shown|empty|autofill|popover-open|modal|fullscreen)(?![\\w-])',
    '\\[(type|role|href|disabled|required|readonly|checked|aria-[\\w-]+)\\b[^\\]]*]',
  ].join('|'),
  'g',
)

/** The property that {@link markedBy} sets, before the index of the rule. */
const MARK = '--canje-rule-'

/** Marks the elements that a rule matches, of any medium and in any state. */
function markedBy({ heads }: StyleRule, index: number): string {
  const around = heads.filter((head) => !/^@(?!scope)/.test(head)).map(inEveryState)
  return `${around.map((head) => `${head} {`).join(' ')} ${MARK}${index}: 1 ${'}'.repeat(around.length)}`
}

/** The selector, or one that also matches elements without the states, pseudo-elements and roles that it requires. */
function inEveryState(head: string): string {
  if (head.startsWith('@')) return head
  const always = head.replaceAll(STATES, '').replaceAll(/(^|[\s>+~,(])(?=[\s>+~,)]|$)/g, '$1*')
  return `:is(${head}, ${always})`
}

/** Runs in the page. Reads every rule but those that PrimeReact adds for all tabs. */
function readRules(): StyleRule[] {
  const rules: StyleRule[] = []
  const add = (list: CSSRuleList, around: string[]): void => {
    for (const rule of list) {
      const [head = ''] = rule instanceof CSSStyleRule ? [rule.selectorText] : rule.cssText.split(/\s*[{;]/, 1)
      const heads = rule instanceof CSSNestedDeclarations ? around : [...around, head]
      if (rule instanceof CSSStyleRule || rule instanceof CSSNestedDeclarations) {
        if (rule.style.length > 0) rules.push({ heads, text: `${heads.join(' ')} { ${rule.style.cssText} }` })
      } else if (rule instanceof CSSFontFaceRule) addFont(rule.style.getPropertyValue('font-family'), rule.cssText)
      else if (!(rule instanceof CSSGroupingRule)) rules.push({ heads, name: head, text: rule.cssText })
      // Without a start, the scope of a style element is its parent.
      const isLocal = rule instanceof CSSScopeRule && rule.start === null && rule.parentStyleSheet?.ownerNode
      if (!isLocal && (rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule)) add(rule.cssRules, heads)
    }
  }
  const addFont = (family: string, text: string) =>
    rules.push({ heads: [], name: `@font-face ${family.replaceAll(/["']/g, '')}`, text })
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    const { ownerNode, href } = sheet
    if (ownerNode instanceof HTMLStyleElement && ownerNode.dataset.primereactStyleId !== undefined) continue
    try {
      add(sheet.cssRules, [])
    } catch {
      rules.push({ heads: [], name: `@unreadable ${href}`, text: `${href}` })
    }
  }
  // Also those that a script adds.
  for (const { family, weight, style } of document.fonts) addFont(family, `font ${family} ${weight} ${style}`)
  return rules
}

/** Runs in the page. @returns for each marking rule, whether it marks something beyond the tab */
function reachedBy({ rules, mark, tab: { styles } }: { rules: string[]; mark: string; tab: TabInPage }): boolean[] {
  const ofTab = `[data-styles="${CSS.escape(styles)}"], [data-styles="${CSS.escape(styles)}"] *`
  // What renders nothing cannot be harmed.
  const others = [...document.querySelectorAll('html, body, body *:not(script, style, link, template)')]
    .filter((element) => !element.matches(ofTab))
    .map((element) => getComputedStyle(element))
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules.join('\n'))
  document.adoptedStyleSheets.push(sheet)
  const reached = rules.map((_, index) => others.some((style) => style.getPropertyValue(`${mark}${index}`) !== ''))
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  return reached
}
