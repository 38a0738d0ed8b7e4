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
// A message in place of "Worker is not defined", for who has not asked for one.
Reflect.set(
  window,
  'Worker',
  class {
    constructor() {
      throw new Error(
        'Answers longer than 512 KB are kept in a worker, and jsdom has no Worker: answer with fewer rows.',
      )
    }
  },
)

// jsdom would parse every component's style sheet in every test, two thirds of its time, and lay nothing out by it.
Object.defineProperty(HTMLStyleElement.prototype, 'textContent', { set: () => {} })
