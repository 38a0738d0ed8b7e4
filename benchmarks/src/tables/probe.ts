declare global {
  interface Window {
    probe: typeof probe
  }
}

/** The table of the open tab, or that of the plain page. */
const table = () => document.querySelector('[role=tabpanel]:not([hidden]) .p-datatable, body > main > .p-datatable')
const cell = () => table()?.querySelector('tbody tr td:first-child')?.textContent?.trim() ?? ''
const retryButton = () => [...document.querySelectorAll('button')].find((button) => button.textContent === 'Reintentar')
const isBusy = () => table()?.getAttribute('aria-busy') === 'true'

/** Resolve with the times at which the first row was painted and all rows were loaded. */
const firstPainted = whenTrue(() => /\d/.test(cell())).then(nextPaint)
const allLoaded = whenTrue(() => /\d/.test(cell()) && !isBusy())

/** Functions that the benchmark calls in a page. The script runs before any other. Times are in milliseconds. */
const probe = {
  /** Waits until a load has failed. */
  failed: async () => void (await whenTrue(() => retryButton() !== undefined)),
  /** @returns the time from the first byte to the first painted row, and from the request to all rows in the document */
  async retry(endpoint: string) {
    requireElement(retryButton(), 'Reintentar').click()
    const [first, all] = await Promise.all([firstPainted, allLoaded])
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const request = entries.findLast((entry) => entry.name.endsWith(`/${endpoint}`) && entry.responseStatus === 200)
    if (!request) throw new Error(`${endpoint} has no response with status 200.`)
    return { firstRow: first - request.responseStart, whole: all - request.startTime }
  },
  /** Waits until all rows are painted. */
  async allPainted() {
    await allLoaded
    await nextPaint()
  },
  async fetchAndParse(endpoint: string) {
    const start = performance.now()
    await (await fetch(endpoint)).json()
    return performance.now() - start
  },
  /** Clicks an element, and waits until another text is painted in the first cell of the table. */
  async change(selector: string) {
    const before = cell()
    const start = performance.now()
    const changed = whenTrue(() => cell() !== before && !isBusy())
    clickInTable(selector)
    await changed
    return (await nextPaint()) - start
  },
  /** Types a text at once, and waits until the first matches are painted. */
  async search(text: string) {
    const field = requireElement(table()?.querySelector('textarea'), 'textarea')
    const before = cell()
    const start = performance.now()
    const found = whenTrue(() => cell() !== before && !isBusy())
    // React ignores a value that is set through its own property.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await found
    return (await nextPaint()) - start
  },
  /** Waits until the shell has prefetched the other tabs in idle time. */
  otherTabsLoaded: () =>
    new Promise<void>((resolve) => {
      new PerformanceObserver((marks) => {
        if (marks.getEntriesByName('tabs-loaded').length > 0) resolve()
      }).observe({ type: 'mark', buffered: true })
    }),
  /** @returns the time until the table is no longer busy, without waiting for a frame */
  async refresh() {
    let wasBusy = false
    const start = performance.now()
    const refreshed = whenTrue(() => {
      wasBusy ||= isBusy()
      return wasBusy && !isBusy()
    })
    clickInTable('[aria-label="Refrescar"]')
    return (await refreshed) - start
  },
  /** @returns the time until the file is ready */
  saveCsv() {
    const start = performance.now()
    const createObjectURL = URL.createObjectURL
    const saved = new Promise<number>((resolve) => {
      URL.createObjectURL = (file) => {
        URL.createObjectURL = createObjectURL
        resolve(performance.now() - start)
        return URL.createObjectURL(file)
      }
    })
    clickInTable('[aria-label="CSV"]')
    return saved
  },
}
window.probe = probe

function clickInTable(selector: string): void {
  requireElement(table()?.querySelector<HTMLElement>(selector), selector).click()
}

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
