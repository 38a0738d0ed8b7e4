/** What the benchmark measures with: it runs in the page before anything else. */

/** What the benchmark reads of a page. */
export interface Probe {
  /** When the first row was on the screen, and when all were, in milliseconds since the page was opened. */
  firstRow: number
  settled: number
  /** Waits until a load has failed. */
  failed(): Promise<void>
  /**
   * Loads again what has failed.
   *
   * @returns milliseconds from the first byte to the first row on the screen, and from the request to all rows
   */
  retry(call: string): Promise<{ firstRow: number; whole: number }>
  fetchAndParse(call: string): Promise<number>
  /** Clicks, and waits until the first cell of the table shows another text. */
  change(selector: string): Promise<{ changed: number; painted: number }>
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
let tellWhole: () => void
const isWhole = new Promise<void>((resolve) => {
  tellWhole = resolve
})
const ANYTHING = { subtree: true, childList: true, characterData: true, attributes: true }
const probe: Probe = {
  firstRow: 0,
  settled: 0,
  failed: () => until(() => retryButton() !== undefined),
  async retry(call) {
    retryButton()?.click()
    await isWhole
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    // A preflight has no first byte.
    const asked = entries.findLast((entry) => entry.name.endsWith(`/${call}`) && entry.responseStart > 0)
    if (!asked) throw new Error(`${call} was not called.`)
    return { firstRow: probe.firstRow - asked.responseStart, whole: probe.settled - asked.startTime }
  },
  async fetchAndParse(call) {
    const begun = performance.now()
    await (await fetch(call)).json()
    return performance.now() - begun
  },
  async change(selector) {
    const before = cell()
    const target = table()?.querySelector<HTMLElement>(selector)
    if (!target) throw new Error(`There is no ${selector}.`)
    const begun = performance.now()
    const changed = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (cell() === before || isBusy()) return
        observer.disconnect()
        resolve(performance.now() - begun)
      })
      observer.observe(document.body, ANYTHING)
    })
    target.click()
    const time = await changed
    await nextPaint()
    return { changed: time, painted: performance.now() - begun }
  },
  async refresh() {
    const begun = performance.now()
    const refreshed = new Promise<void>((resolve) => {
      let wasBusy = false
      const observer = new MutationObserver(() => {
        wasBusy ||= isBusy()
        if (!wasBusy || isBusy()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document.body, { subtree: true, attributes: true })
    })
    table()?.querySelector<HTMLElement>('[aria-label="Refrescar"]')?.click()
    await refreshed
    await nextPaint()
    return performance.now() - begun
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
    table()?.querySelector<HTMLElement>('[aria-label="CSV"]')?.click()
    return saved
  },
}
window.probe = probe

new MutationObserver(() => {
  if (!/\d/.test(cell())) return
  if (probe.firstRow === 0)
    nextPaint().then(() => {
      probe.firstRow ||= performance.now()
    })
  if (probe.settled > 0 || isBusy()) return
  probe.settled = performance.now()
  // After the paint that tells when the first row was there.
  nextPaint().then(() => {
    tellWhole()
    console.info('settled')
  })
}).observe(document, ANYTHING)

function until(isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isTrue()) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, ANYTHING)
    look()
  })
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(undefined)
    })
  })
}
