/**
 * Creates the `styleContainer` of PrimeReact, which writes its style elements at each mount of a component. In the document
 * the browser would compute the styles of all elements each time; it gets only what is new.
 */
export function createStyleContainer(): HTMLElement {
  const container = document.createElement('div')
  const copied = new Set<Element>()
  const copyNew = () => {
    const added = [...container.children].filter((style) => !copied.has(style))
    for (const style of added) copied.add(style)
    document.head.append(...added.map((style) => style.cloneNode(true)))
  }
  new MutationObserver(copyNew).observe(container, { childList: true })
  return container
}
