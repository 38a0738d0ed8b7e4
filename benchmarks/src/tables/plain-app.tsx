import { json2csv } from 'csv42'
import { csvFormat } from 'd3-dsv'
import { Column } from 'primereact/column'
import { DataTable } from 'primereact/datatable'
import { useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

type Row = Record<string, string | number | null>

declare global {
  interface Window {
    plain: { sortTyped: typeof sortTyped; makeCsv: typeof makeCsv }
  }
}

let rows: Row[] = []

/** A table as most would write it: everything in memory, ordered and paged by the component. */
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

/** How long it takes to order the rows' numbers by typed arrays, in milliseconds. */
function sortTyped(field: string): number {
  const begun = performance.now()
  const keys = Float64Array.from(rows, (row) => Number(row[field]))
  const order = Uint32Array.from(keys.keys())
  order.sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0))
  return performance.now() - begun
}

/** How long it takes a library to make the CSV file, without a guard against formulas, in milliseconds. */
function makeCsv(library: 'd3-dsv' | 'csv42', fields: readonly string[]): number {
  const begun = performance.now()
  const text =
    library === 'd3-dsv'
      ? csvFormat(rows, [...fields])
      : json2csv(rows, { fields: fields.map((name) => ({ name, getValue: (row: Row) => row[name] })) })
  new Blob([text], { type: 'text/csv' })
  return performance.now() - begun
}

window.plain = { sortTyped, makeCsv }
const parameters = new URLSearchParams(location.search)
const root = createRoot(document.body.appendChild(document.createElement('main')))
root.render(<PlainTable url={parameters.get('url') ?? ''} fields={parameters.get('fields')?.split(',') ?? []} />)
