declare global {
  interface Window {
    probe: typeof probe
  }
}

/** The table of the open tab. */
const table = () => document.querySelector('[role=tabpanel]:not([hidden]) .p-datatable')
const cell = () => table()?.querySelector('tbody tr td:first-child')?.textContent?.trim() ?? ''
const retryButton = () => [...document.querySelectorAll('button')].find((button) => button.textContent === 'Reintentar')
const isBusy = () => table()?.getAttribute('aria-busy') === 'true'

/** Whether the first cell is an id, and not the text of a failure, which may name a status. */
const hasRow = () => /^\d/.test(cell())
/** Resolve with the times at which the first row was painted and all rows were loaded. */
const firstPainted = whenTrue(hasRow).then(nextPaint)
const allLoaded = whenTrue(() => hasRow() && !isBusy())

let lastKey = 0
addEventListener('keydown', ({ timeStamp }) => (lastKey = timeStamp), { capture: true })
/** Resolves with the time at which the expected result was there. */
let result = Promise.resolve(0)

/** The longest task of the main thread, 0 below the 50 ms from which the browser counts it as long. */
let longestBlock = 0
const blocks = new PerformanceObserver((list) => {
  longestBlock = Math.max(longestBlock, ...list.getEntries().map(({ duration }) => duration))
})

/** Functions that the benchmark calls in a page. The script runs before any other. Times are in milliseconds. */
const probe = {
  /** Waits until a load has failed. */
  failed: async () => void (await whenTrue(() => retryButton() !== undefined)),
  /** @returns the time from the first byte to the first painted row, and from the request to all rows in the document */
  async retry(endpoint: string) {
    blocks.observe({ type: 'longtask' })
    requireElement(retryButton(), 'Reintentar').click()
    const [first, all] = await Promise.all([firstPainted, allLoaded])
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const request = entries.findLast((entry) => entry.name.endsWith(`/${endpoint}`) && entry.responseStatus === 200)
    if (!request) throw new Error(`${endpoint} has no response with status 200.`)
    return { firstRow: first - request.responseStart, whole: all - request.startTime }
  },
  /** Focuses the first element of a selector. */
  focus(selector: string) {
    const element = requireElement(document.querySelector<HTMLElement>(selector), selector)
    element.focus()
    // What is typed replaces its text.
    if (element instanceof HTMLTextAreaElement) element.select()
  },
  /** Waits until the rows of the view are shown. */
  idle: async () => void (await whenTrue(() => !isBusy())),
  /** Expects another text with a digit in an element. */
  expectNumber(selector: string) {
    const textOf = () => document.querySelector(selector)?.textContent ?? ''
    const before = textOf()
    const isShown = (text: string) => text !== before && /\d/.test(text) && !isBusy()
    result = whenTrue(() => isShown(textOf())).then(nextPaint)
  },
  /** @returns the time from the last key to the expected result */
  resultAfterKey: async () => (await result) - lastKey,
  /** @returns the longest task of the main thread since `retry` */
  longestBlock: () => longestBlock,
}
window.probe = probe

function requireElement(element: HTMLElement | null | undefined, name: string): HTMLElement {
  if (!element) throw new Error(`The page has no element "${name}".`)
  return element
}

/** Waits until a condition on the document is true. @returns the time at which it became true */
function whenTrue(isTrue: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isTrue()) return
      observer.disconnect()
      resolve(performance.now())
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    look()
  })
}

/** @returns the time at which the next frame was painted */
function nextPaint(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(undefined)
    })
  })
}

export {}
