import { type Check, compared, type Facts } from './check'
import { pageChanged } from './page-changed'

/** The tab menu, the elements of another tab and their styles, the focus and the title, once that tab is active again. */
export const neighbourChanged: Check = { ...pageChanged, at: ['closed'], watch: compared(readNeighbour) }

/** Runs in the page. */
function readNeighbour(): Facts {
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  // Of the hundreds, some that styles of tables, fields and buttons set.
  const properties = [
    ...['background-color', 'border-bottom-color', 'border-bottom-width', 'color', 'cursor', 'display', 'font-family'],
    ...['font-size', 'font-weight', 'letter-spacing', 'line-height', 'margin-top', 'opacity', 'padding-left'],
    ...['padding-top', 'pointer-events', 'position', 'text-align', 'transform', 'visibility'],
  ]
  const facts: Facts = new Map<string, unknown>([
    ['the focus', document.activeElement],
    ['the title', document.title],
  ])
  for (const [index, element] of document
    .querySelectorAll('[role=tablist] *, [role=tabpanel], [role=tabpanel] *, .tab-overlays')
    .entries()) {
    const name = `<${element.localName}> ${index + 1} of another tab`
    facts.set(name, element)
    for (const { name: attribute, value } of element.attributes) facts.set(`${attribute} of ${name}`, value)
    for (const [index, { nodeType, nodeValue }] of element.childNodes.entries())
      if (nodeType === Node.TEXT_NODE) facts.set(`text ${index + 1} of ${name}`, nodeValue)
    // PrimeReact adds the styles of a component when the first tab uses it.
    if (element.closest('[class^="p-"], [class*=" p-"]')) continue
    const style = getComputedStyle(element)
    for (const property of properties) facts.set(`${property} of ${name}`, style.getPropertyValue(property))
  }
  return facts
}
