import { stringifyJson } from '@canje/shared-auth/json'
import { inSlices } from '../in-slices'
import type { AnyRow } from '../parse-rows'
import type { RowStore } from '../row-store'
import { ColumnStore } from './column-store'
import { groupsOf } from './group-lists'
import { runSteps, writeFile } from './run-steps'
import { encodeUtf8 } from './utf8'

/** Groups rows in the page's memory and writes their files, by the code of the worker and without blocking the page. */
export type PageColumns = Pick<RowStore<unknown>, 'groups' | 'tsv' | 'csv' | 'xlsx'>

/** Stores rows in columns. */
export async function storeColumns(rows: readonly AnyRow[]): Promise<PageColumns> {
  const store = new ColumnStore([...new Set(rows.flatMap(Object.keys))])
  // Null is no row and is dropped. With it, a comma precedes every row.
  store.push(encodeUtf8('{"data":[null'))
  await inSlices(rows, (row) => store.push(encodeUtf8(`,${stringifyJson(row)}`)))
  store.push(encodeUtf8(']}'))
  store.finish()
  return {
    groups: async (request) => {
      const { lists, ...others } = await runSteps(store.groups(request))
      return { groups: groupsOf(lists), ...others }
    },
    tsv: (request) => runSteps(store.tsv(request)),
    csv: (options) => writeFile(store.csv(options), options),
    xlsx: (options) => writeFile(store.xlsx(options), options),
  }
}
