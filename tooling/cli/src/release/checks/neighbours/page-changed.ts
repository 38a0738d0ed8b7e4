import { type Check, compared, type Facts, type TabInPage } from './check'

/** The elements of the shell: their place, attributes and computed styles, and what covers them. */
export const pageChanged: Check = {
  code: 'page-changed',
  problem: 'changes the page around its panel',
  fix: 'Change only elements that the tab itself renders, and append overlays to the element `overlays` of its props, as PrimeReact does.',
  at: ['open', 'slot', 'closed'],
  watch: compared(readPage),
}

/** Runs in the page. */
function readPage({ styles, files }: TabInPage): Facts {
  const facts: Facts = new Map()
  const root = `[data-styles="${CSS.escape(styles)}"]`
  const isOpen = document.querySelector(`[role=tabpanel] ${root}`)?.checkVisibility() === true
  // The tab, its files, style elements, whose rules have a check, scripts, which their loader removes once they have run, the
  // toasts of the shell, and what the shell changes.
  const ignored = [...(isOpen ? [root] : []), `[href^="${files}"]`, `[src^="${files}"]`, 'script', 'style', '.p-toast']
  const own = [...ignored, 'title', '[role=tablist] *', '[role=tabpanel]', '.tab-overlays'].join()
  const layout =
    /^(-webkit-|(min-|max-)?(width|height|inline-size|block-size)$|top$|left$|right$|bottom$|inset|perspective-origin|transform-origin)/
  const describe = (element: Element): string => {
    if (element.id) return `${element.localName}#${element.id}`
    const parent = element.parentElement
    return parent ? `${describe(parent)} > ${element.localName}` : element.localName
  }
  const counts = new Map<string, number>()
  for (const element of document.querySelectorAll('*')) {
    if (element.closest(own)) continue
    const path = describe(element)
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    const name = `<${path}>${count > 1 ? ` (${count})` : ''}`
    facts.set(name, element)
    // The density that staff choose for all tables.
    for (const { name: attribute, value } of element.attributes)
      if (attribute !== 'data-density') facts.set(`${attribute} of ${name}`, value)
    if (element.closest('head')) continue
    const style = getComputedStyle(element)
    for (const property of style)
      if (!layout.test(property)) facts.set(`${property} of ${name}`, style.getPropertyValue(property))
  }
  for (const [property, value] of document.body.computedStyleMap())
    if (property.startsWith('--')) facts.set(`${property} of <body>`, String(value))
  for (const control of document.querySelectorAll('header button, header [role=tab]')) {
    const { left, top, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    if (hit && !control.contains(hit)) facts.set(`what covers "${control.textContent}"`, describe(hit))
  }
  return facts
}
