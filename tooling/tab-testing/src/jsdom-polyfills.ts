// Browser APIs that PrimeReact needs and jsdom lacks.
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Replaces the error "Worker is not defined" with an explanation.
Reflect.set(
  window,
  'Worker',
  class {
    constructor() {
      throw new Error(
        'Responses longer than 512 KB are stored in a worker, and jsdom has no Worker: respond with fewer rows.',
      )
    }
  },
)

// Parsing style sheets takes two thirds of a test's time, and jsdom does no layout.
Object.defineProperty(HTMLStyleElement.prototype, 'textContent', { set: () => {} })

/** Attributes by which jsdom's own style sheet hides an element. */
const HIDING_ATTRIBUTES = ['hidden', 'type', 'open']
const styles = new Map<string, CSSStyleDeclaration>()
const computeStyle = window.getComputedStyle.bind(window)

// jsdom compares an element with every rule of its own style sheet, which takes a third of a test's time. Without other
// style sheets, elements differ in their tags, these attributes, and the inline styles of themselves and their ancestors.
window.getComputedStyle = (element, pseudoElement) => {
  const parts = [element.tagName, pseudoElement, ...HIDING_ATTRIBUTES.map((name) => element.getAttribute(name))]
  for (let styled: Element | null = element; styled; styled = styled.parentElement)
    if (styled.hasAttribute('style')) parts.push(styled.getAttribute('style'), styled === element ? 'own' : 'inherited')
  const key = JSON.stringify(parts)
  const style = styles.get(key) ?? computeStyle(element, pseudoElement)
  styles.set(key, style)
  return style
}
