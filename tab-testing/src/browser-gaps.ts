// What PrimeReact asks a browser for and jsdom, which lays nothing out, does not have.
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

// jsdom would parse every component's style sheet in every test, two thirds of its time, and lay nothing out by it.
Object.defineProperty(HTMLStyleElement.prototype, 'textContent', { set: () => {} })
