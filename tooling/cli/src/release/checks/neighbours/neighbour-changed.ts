import { type Check, compared, type Facts } from './check'
import { pageChanged } from './page-changed'

/** The elements of another tab, the focus and the title, once that tab is active again. */
export const neighbourChanged: Check = { ...pageChanged, at: ['closed'], watch: compared(readNeighbour) }

/** Runs in the page. */
function readNeighbour(): Facts {
  const facts: Facts = new Map<string, unknown>([
    ['the focus', document.activeElement],
    ['the title', document.title],
  ])
  for (const [index, element] of document
    .querySelectorAll('[role=tabpanel], [role=tabpanel] *, .tab-overlays')
    .entries()) {
    const name = `<${element.localName}> ${index + 1} of another tab`
    facts.set(name, element)
    for (const { name: attribute, value } of element.attributes) facts.set(`${attribute} of ${name}`, value)
    for (const [index, { nodeType, nodeValue }] of element.childNodes.entries())
      if (nodeType === Node.TEXT_NODE) facts.set(`text ${index + 1} of ${name}`, nodeValue)
  }
  return facts
}
