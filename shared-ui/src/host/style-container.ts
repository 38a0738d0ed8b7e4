/**
 * Creates the `styleContainer` of PrimeReact, which writes its style elements at each mount of a component. In the document
 * the browser would compute the styles of all elements each time; it gets only what is new.
 */
export function createStyleContainer(): HTMLElement {
  const container = document.createElement('div')
  const copies = new Map<Element, ChildNode>()
  const copyNew = () => {
    for (const style of container.children) {
      const earlier = copies.get(style)
      if (earlier && earlier.textContent === style.textContent) continue
      earlier?.remove()
      copies.set(style, document.head.appendChild(style.cloneNode(true) as Element))
    }
  }
  new MutationObserver(copyNew).observe(container, { childList: true })
  return container
}
