import { type Cell, listOf, type RowOf, type RowStore, rowKey } from '@canje/shared-ui'
import { FREE, REDEEMED, REDEEMED_VALUES, UNASSIGNED } from './code-display'

/** Identifies a code: by its id, otherwise by its text. */
export const CODE_KEY = { field: 'id', textKey: 'name' } as const

/** The codes of Codigos (specification §2, §3). */
export const codeList = listOf({
  path: 'SelectCodes',
  columns: {
    id: { header: 'Id', width: 4.5, kind: 'number', filter: 'rows', textKey: CODE_KEY.textKey },
    userName: {
      header: 'Usuario',
      display: { map: [[null, UNASSIGNED]] },
      width: 12,
      filter: 'values',
      others: { than: UNASSIGNED.text, label: 'Asignado' },
      card: 'bottom-start',
      opens: { slot: 'detalle:usuario', by: 'text' },
    },
    name: { header: 'Codigo', width: 10, kind: 'code', opens: { slot: 'detalle:codigo', by: 'id' }, card: 'top-start' },
    used: {
      header: 'Estado',
      display: { map: REDEEMED_VALUES.map((value) => [value, REDEEMED]), fallback: FREE },
      width: 8,
      filter: 'values',
      card: 'top-end',
    },
    date: {
      header: 'Fecha',
      width: 11,
      description: 'Fecha de creación del codigo',
      filter: 'dates',
      filterLabel: 'Fecha (creación)',
    },
  },
})

/** A code. `name` is its text, and `userName` is null until it is assigned (specification §3). */
export type Code = RowOf<typeof codeList>

/** The key of a code, by {@link CODE_KEY}. */
export function codeKey(code: { id: Cell; name: Cell }): string {
  return rowKey(code, CODE_KEY)
}

/** The codes of a list among some, by their keys. */
export async function findCodes(codes: readonly Code[], list: RowStore<Code>): Promise<ReadonlyMap<string, Code>> {
  const { field, textKey } = CODE_KEY
  const { rows } = await list.find({ column: { field }, textKey, keys: codes.map(codeKey), limit: list.count })
  return new Map(rows.map((row) => [codeKey(row), row]))
}
