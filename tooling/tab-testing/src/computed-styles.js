// Plain JavaScript, as vitest.js. Some files have the environment of Node.js, without a document.
if ('document' in globalThis) {
  // Parsing style sheets takes two thirds of a test's time, and jsdom does no layout.
  Object.defineProperty(HTMLStyleElement.prototype, 'textContent', { set: () => {}, configurable: true })
  cacheComputedStyles()
}

/**
 * jsdom compares an element with every rule of its own style sheet, which takes half of a test's time. Without other style
 * sheets, elements differ in their tags, the attributes by which that sheet hides them, their inline styles, and what they
 * inherit.
 */
function cacheComputedStyles() {
  const hidingAttributes = ['hidden', 'type', 'open', 'style']
  const inherited = /\b(visibility|pointer-events):[^;]*/g
  /** @type {Map<string, CSSStyleDeclaration>} */
  const styles = new Map()
  const computeStyle = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, pseudoElement) => {
    const parts = [element.tagName, pseudoElement, ...hidingAttributes.map((name) => element.getAttribute(name))]
    for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
      parts.push(...(ancestor.getAttribute('style')?.match(inherited) ?? []))
    const key = JSON.stringify(parts)
    const style = styles.get(key) ?? computeStyle(element, pseudoElement)
    styles.set(key, style)
    return style
  }
}
