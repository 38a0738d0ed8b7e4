import { type Check, compared, type Facts, type TabInPage } from './check'

/** The title, the tab menu, and the tabs in it, which only the page itself changes while another tab is open. */
const CHANGING = 'title, [role=tablist] *, [role=tabpanel], .tab-overlays'

/** The elements beyond a tab, of the shell and of another tab: their attributes, texts and styles. */
export const pageChanged: Check = {
  code: 'page-changed',
  problem: 'changes the page around its panel',
  fix: 'Change only elements that the tab itself renders, and append overlays to the element `overlays` of its props, as PrimeReact does.',
  at: ['open', 'slot', 'closed'],
  async watch(visited) {
    const [whileOpen, onceClosed] = [await compared(readPage, CHANGING)(visited), await compared(readPage)(visited)]
    return (moment) => (moment === 'closed' ? onceClosed(moment) : whileOpen(moment))
  },
}

/** Runs in the page. */
function readPage({ tab: { styles, files }, option: changing }: { tab: TabInPage; option: string }): Facts {
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  const facts: Facts = new Map()
  if (!changing) facts.set('the focus', document.activeElement)
  const root = `[data-styles="${CSS.escape(styles)}"]`
  const isOpen = document.querySelector(`[role=tabpanel] ${root}`)?.checkVisibility() === true
  // The tab, its files, style elements, whose rules have a check, scripts, which their loader removes once they have run, and
  // the toasts of the shell.
  const own = [changing, isOpen && root, `[href^="${files}"]`, `[src^="${files}"]`, 'script', 'style', '.p-toast']
  const ignored = own.filter(Boolean).join()
  const layout =
    /^(-webkit-|(min-|max-)?(width|height|inline-size|block-size)$|top$|left$|right$|bottom$|inset|perspective-origin|transform-origin)/
  const describe = (element: Element): string => {
    if (element.id) return `${element.localName}#${element.id}`
    const parent = element.parentElement
    return parent ? `${describe(parent)} > ${element.localName}` : element.localName
  }
  const counts = new Map<string, number>()
  for (const element of document.querySelectorAll('*')) {
    if (element.closest(ignored)) continue
    const path = describe(element)
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    const name = `<${path}>${count > 1 ? ` (${count})` : ''}`
    facts.set(name, element)
    // The density that staff choose for all tables.
    for (const { name: attribute, value } of element.attributes)
      if (attribute !== 'data-density') facts.set(`${attribute} of ${name}`, value)
    for (const [index, { nodeType, nodeValue }] of element.childNodes.entries())
      if (nodeType === Node.TEXT_NODE) facts.set(`text ${index + 1} of ${name}`, nodeValue)
    // PrimeReact adds the styles of a component when the first tab uses it. A focus by keyboard has an outline.
    if (element.closest('head, [class^="p-"], [class*=" p-"]') || element.matches(':focus')) continue
    const style = getComputedStyle(element)
    for (const property of style)
      if (!layout.test(property)) facts.set(`${property} of ${name}`, style.getPropertyValue(property))
  }
  return facts
}
