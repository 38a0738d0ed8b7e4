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
