type Row = Record<string, string | number | null>

declare global {
  interface Window {
    plain: typeof plain
  }
}

let rows: Row[] = []

/** Bare loops over the rows: what the product does, without a table. They return milliseconds. */
const plain = {
  /** Fetches and parses a response, in an otherwise idle page. */
  async load(url: string) {
    const start = performance.now()
    rows = (await (await fetch(url)).json()).data.data
    return performance.now() - start
  },
  orderNumbers(field: string) {
    const keys = Float64Array.from(rows, (row) => Number(row[field]))
    return timeOf(() => Uint32Array.from(keys.keys()).sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0)))
  },
  orderTexts(field: string) {
    const texts = rows.map((row) => String(row[field] ?? ''))
    return timeOf(() => texts.sort(new Intl.Collator('es', { numeric: true }).compare))
  },
  /** Without the time to prepare the texts. */
  search(fields: readonly string[], text: string) {
    const joined = (row: Row) => fields.map((field) => row[field]).join('\n')
    const texts = rows.map((row) => joined(row).toLowerCase())
    return timeOf(() => texts.filter((one) => one.includes(text)))
  },
  /** Renders ten rows far from the first ones. */
  async showPage() {
    const body = document.body.appendChild(document.createElement('pre'))
    const start = performance.now()
    body.textContent = JSON.stringify(rows.slice(-10))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - start
  },
}
window.plain = plain

function timeOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

export {}
