/** What the benchmark measures with: it runs in the page before anything else. */

/** What the benchmark does in a page. Times are in milliseconds. */
export interface Probe {
  /** Waits until a load has failed. */
  failed(): Promise<void>
  /**
   * Loads again what has failed.
   *
   * @returns the time from the first byte to the first row on the screen, and from the request to all in the document
   */
  retry(call: string): Promise<{ firstRow: number; whole: number }>
  /** Waits until all rows are on the screen. */
  allShown(): Promise<void>
  /** Fetches an answer and parses it at once. */
  fetchAndParse(call: string): Promise<number>
  /** Clicks, and waits until the first cell of the table shows another text on the screen. */
  change(selector: string): Promise<number>
  /** Waits until the shell has fetched the other tabs, which it does when it has nothing else to do. */
  otherTabsLoaded(): Promise<void>
  /** Presses Refrescar, and waits until the table is no longer busy. */
  refresh(): Promise<number>
  /** Presses CSV, and waits until the file is ready. */
  saveCsv(): Promise<number>
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** The table on the screen: that of the tab that is open, or the only one. */
const table = () => document.querySelector('[role=tabpanel]:not([hidden]) .p-datatable, body > main > .p-datatable')
const cell = () => table()?.querySelector('tbody tr td:first-child')?.textContent?.trim() ?? ''
const retryButton = () => [...document.querySelectorAll('button')].find((button) => button.textContent === 'Reintentar')
const isBusy = () => table()?.getAttribute('aria-busy') === 'true'

/** When the first row was on the screen, and when all were there. */
const firstShown = until(() => /\d/.test(cell())).then(nextPaint)
const allThere = until(() => /\d/.test(cell()) && !isBusy())

window.probe = {
  failed: async () => void (await until(() => retryButton() !== undefined)),
  async retry(call) {
    found(retryButton(), 'Reintentar').click()
    const [first, all] = await Promise.all([firstShown, allThere])
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const asked = entries.findLast((entry) => entry.name.endsWith(`/${call}`) && entry.responseStatus === 200)
    if (!asked) throw new Error(`${call} has not been answered.`)
    return { firstRow: first - asked.responseStart, whole: all - asked.startTime }
  },
  async allShown() {
    await allThere
    await nextPaint()
  },
  async fetchAndParse(call) {
    const begun = performance.now()
    await (await fetch(call)).json()
    return performance.now() - begun
  },
  async change(selector) {
    const before = cell()
    const begun = performance.now()
    const changed = until(() => cell() !== before && !isBusy())
    pressIn(selector)
    await changed
    return (await nextPaint()) - begun
  },
  otherTabsLoaded: () =>
    new Promise((resolve) => {
      new PerformanceObserver((marks) => {
        if (marks.getEntriesByName('tabs-loaded').length > 0) resolve()
      }).observe({ type: 'mark', buffered: true })
    }),
  async refresh() {
    let wasBusy = false
    const begun = performance.now()
    const refreshed = until(() => {
      wasBusy ||= isBusy()
      return wasBusy && !isBusy()
    })
    pressIn('[aria-label="Refrescar"]')
    return (await refreshed) - begun
  },
  saveCsv() {
    const begun = performance.now()
    const createObjectURL = URL.createObjectURL
    const saved = new Promise<number>((resolve) => {
      URL.createObjectURL = (file) => {
        URL.createObjectURL = createObjectURL
        resolve(performance.now() - begun)
        return URL.createObjectURL(file)
      }
    })
    pressIn('[aria-label="CSV"]')
    return saved
  },
}

function pressIn(selector: string): void {
  found(table()?.querySelector<HTMLElement>(selector), selector).click()
}

function found(element: HTMLElement | null | undefined, name: string): HTMLElement {
  if (!element) throw new Error(`There is no ${name}.`)
  return element
}

/** Waits for what the document says. @returns when it did */
function until(isTrue: () => boolean): Promise<number> {
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

/** @returns when the next frame was painted */
function nextPaint(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(undefined)
    })
  })
}
