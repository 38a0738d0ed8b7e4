import {
  type AnyRow,
  type Cell,
  displayCell,
  listOf,
  REDEEMED_VALUES,
  type RowOf,
  type RowStore,
  rowKey,
} from '@canje/shared-ui'

/** The displayed texts of a code (specification §2). */
export const UNASSIGNED = { text: 'No asignado', severity: 'warning' } as const
export const REDEEMED = { text: 'redimido', severity: 'danger' } as const
export const FREE = { text: 'sin redimir', severity: 'success' } as const
/** Of a text that no code has, or of a code that is gone. */
export const MISSING = { text: 'no existe', severity: 'warning' } as const

/** `used` is its text only in {@link missingCode}. */
const STATE = {
  map: [...REDEEMED_VALUES.map((used) => [used, REDEEMED] as const), [MISSING.text, MISSING] as const],
  fallback: FREE,
}

/** The codes without a user. No other one has the text, since a user may have any name. */
export const isUnassigned = {
  column: { field: 'userName', display: { map: [[null, UNASSIGNED]], fallback: { text: '' } } },
  is: UNASSIGNED.text,
} as const

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
      display: STATE,
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

/** The displayed state of a code. */
export function stateOf(code: AnyRow) {
  return displayCell(code, { field: 'used', display: STATE })
}

/** The row of a code that is not in the list. */
export function missingCode({ id, name }: Pick<Code, 'id' | 'name'>): Code {
  return { id, name, userName: '', used: MISSING.text, date: null }
}

/** Whether a row is one of {@link missingCode}. */
export function isMissing(code: AnyRow): boolean {
  return stateOf(code).value === MISSING.text
}

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
