import { styleScopeOf } from '@canje/build/unlimited-styles'
import type { JSHandle, Page } from 'playwright-core'
import type { Check, TabInPage } from './check'

/** A style rule of the page, or a name that it gives to the whole page. */
interface StyleRule {
  /** Of a rule with a selector, also of the rules around it. */
  selector?: string
  /** Such as `@keyframes fade`. */
  name?: string
  text: string
}

/** The selector of a rule without the elements beyond the `@scope` rules around it. */
type Limit = (selector: string) => string

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
    const before: JSHandle<StyleRule[]> = await page.evaluateHandle(readRules, tab)
    const names = new Set(await page.evaluate((rules) => rules.flatMap(({ name }) => name ?? []), before))
    return async () => {
      const added = await addedRules(page, tab, before)
      const selectors = added.flatMap(({ selector }) => selector ?? [])
      const reached = await page.evaluate(reachedBy, { selectors: selectors.map(withEveryState), tab })
      return [
        ...selectors.filter((_, index) => reached[index]),
        ...added.flatMap(({ name }) => (name && changesPage(name, names, suffix) ? [name] : [])),
      ]
    }
  },
}

async function addedRules(page: Page, tab: TabInPage, before: JSHandle<StyleRule[]>): Promise<StyleRule[]> {
  const after: JSHandle<StyleRule[]> = await page.evaluateHandle(readRules, tab)
  const added = await page.evaluate(
    ([before, after]) => {
      const known = new Set(before.map(({ text }) => text))
      return after.filter(({ text }) => !known.has(text))
    },
    [before, after] as const,
  )
  await after.dispose()
  return added
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

/** The selector, and one that also matches the elements without the states, pseudo-elements and roles that it requires. */
function withEveryState(selector: string): string[] {
  const always = selector.replaceAll(STATES, '').replaceAll(/(^|[\s>+~,(])(?=[\s>+~,)]|$)/g, '$1*')
  return always === selector ? [selector] : [selector, always]
}

/** Runs in the page. Reads every rule but those that PrimeReact adds for all tabs. */
function readRules({ styles }: TabInPage): StyleRule[] {
  const rules: StyleRule[] = []
  const ofTab = `[data-styles="${CSS.escape(styles)}"], [data-styles="${CSS.escape(styles)}"] *`
  const nested = (selector: string, parent: string) => {
    if (!parent) return selector
    return selector.includes('&') ? selector.replaceAll('&', `:is(${parent})`) : `:is(${parent}) :is(${selector})`
  }
  const scopedBy = ({ start, end }: CSSScopeRule, outer: Limit, parent: string): Limit => {
    const root = outer(nested(start ?? '', parent))
    const absolute = (selector: string) =>
      selector.replaceAll(/(^|,)\s*(?=[>+~])/g, '$1 & ').replaceAll(/:scope(?![\w-])|&/g, `:is(${root})`)
    const limit = end === null ? '' : `:not(:is(${absolute(end)}), :is(${absolute(end)}) *)`
    return (selector) => `:is(${absolute(selector)}):is(${root}, :is(${root}) *)${limit}`
  }
  const add = (list: CSSRuleList, parent: string, limited: Limit): void => {
    for (const rule of list) {
      const [head = ''] = rule.cssText.split(/[{;]/, 1)
      const name =
        rule instanceof CSSFontFaceRule ? `@font-face ${rule.style.getPropertyValue('font-family')}` : head.trim()
      if (rule instanceof CSSStyleRule) {
        const selector = nested(rule.selectorText, parent)
        const own = limited(selector)
        if (rule.style.length > 0) rules.push({ selector: own, text: `${own} { ${rule.style.cssText} }` })
        add(rule.cssRules, selector, limited)
      } else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) add(rule.styleSheet.cssRules, parent, limited)
      } else if (rule instanceof CSSScopeRule) {
        // Without a start, the scope is the parent of the style element.
        const owner = rule.parentStyleSheet?.ownerNode
        if (rule.start) add(rule.cssRules, '', scopedBy(rule, limited, parent))
        else if (!(owner instanceof Element && owner.matches(ofTab))) add(rule.cssRules, parent, limited)
      } else if (rule instanceof CSSGroupingRule) add(rule.cssRules, parent, limited)
      else if (rule.constructor.name === 'CSSNestedDeclarations')
        rules.push({ selector: limited(parent), text: `${limited(parent)} { ${rule.cssText} }` })
      else rules.push({ name: name.replaceAll(/["']/g, ''), text: rule.cssText })
    }
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    const { ownerNode, href } = sheet
    if (ownerNode instanceof HTMLStyleElement && ownerNode.dataset.primereactStyleId !== undefined) continue
    try {
      add(sheet.cssRules, '', (selector) => selector)
    } catch {
      rules.push({ name: `@unreadable ${href}`, text: `${href}` })
    }
  }
  // Also those that a script adds.
  for (const { family, weight, style } of document.fonts)
    rules.push({ name: `@font-face ${family.replaceAll(/["']/g, '')}`, text: `font ${family} ${weight} ${style}` })
  return rules
}

/** Runs in the page. @returns for each list of selectors, whether one of them matches something beyond the tab */
function reachedBy({ selectors, tab: { styles } }: { selectors: string[][]; tab: TabInPage }): boolean[] {
  const ofTab = `[data-styles="${CSS.escape(styles)}"], [data-styles="${CSS.escape(styles)}"] *`
  // What renders nothing cannot be harmed.
  const others = [...document.querySelectorAll('html, body, body *:not(script, style, link, template)')].filter(
    (element) => !element.matches(ofTab),
  )
  const matches = (selector: string) => {
    try {
      return others.some((element) => element.matches(selector))
    } catch {
      // Such as a pseudo-element of a browser.
      return false
    }
  }
  return selectors.map((list) => list.some(matches))
}
