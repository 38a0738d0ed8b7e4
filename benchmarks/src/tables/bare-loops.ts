import { json2csv } from 'csv42'
import { csvFormat } from 'd3-dsv'
import { Column } from 'primereact/column'
import { DataTable } from 'primereact/datatable'
import { useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

type Row = Record<string, string | number | null>

declare global {
  interface Window {
    plain: typeof plain
  }
}

let rows: Row[] = []

/** The reference table: all rows in memory, ordered and paged by PrimeReact's `DataTable`. */
function PlainTable({ url, fields }: { url: string; fields: string[] }) {
  const [value, setValue] = useState<Row[]>([])
  const [isBusy, setBusy] = useState(false)
  const load = useCallback(async () => {
    setBusy(true)
    const response = await fetch(url)
    const { data } = await response.json()
    rows = data.data
    setValue(rows)
    setBusy(false)
  }, [url])
  useEffect(() => {
    load()
  }, [load])
  const header = <button type="button" aria-label="Refrescar" onClick={load} />
  return (
    <DataTable value={value} header={header} aria-busy={isBusy} paginator rows={10} scrollable scrollHeight="700px">
      {fields.map((field) => (
        <Column key={field} field={field} header={field} sortable />
      ))}
    </DataTable>
  )
}

/** @returns milliseconds to order the rows by a numeric field in typed arrays */
function sortTyped(field: string): number {
  const start = performance.now()
  const keys = Float64Array.from(rows, (row) => Number(row[field]))
  const order = Uint32Array.from(keys.keys())
  order.sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0))
  return performance.now() - start
}

/** @returns milliseconds to create the CSV file with the faster of two libraries, without escaping formulas */
function makeCsv(fields: readonly string[]): number {
  const columns = fields.map((name) => ({ name, getValue: (row: Row) => row[name] }))
  const libraries = [() => csvFormat(rows, [...fields]), () => json2csv(rows, { fields: columns })]
  const times = libraries.map((write) => {
    const start = performance.now()
    new Blob([write()], { type: 'text/csv' })
    return performance.now() - start
  })
  return Math.min(...times)
}

/** @returns milliseconds to find the rows with a text, without the time to prepare their texts */
function search(fields: readonly string[], text: string): number {
  const texts = rows.map((row) =>
    fields
      .map((field) => row[field])
      .join('\n')
      .toLowerCase(),
  )
  const start = performance.now()
  let found = 0
  for (const one of texts) if (one.includes(text)) found++
  const time = performance.now() - start
  if (found === 0) throw new Error(`No row contains ${text}.`)
  return time
}

const plain = { sortTyped, makeCsv, search }
window.plain = plain
const parameters = new URLSearchParams(location.search)
const root = createRoot(document.body.appendChild(document.createElement('main')))
root.render(<PlainTable url={parameters.get('url') ?? ''} fields={parameters.get('fields')?.split(',') ?? []} />)
