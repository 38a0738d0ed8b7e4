/** What a tab finds: rows, none, or services that fail. */
export type DataState = 'rows' | 'empty' | 'error'

/** All fields of a row in specification §3. */
const ROW = {
  name: 'Ana Ruiz',
  mail: 'ana@example.com',
  phone: '+573001234567',
  identification_number: '1020304050',
  total_points: 120,
  points: 20,
  cityName: 'Bogotá',
  documentType: 'CC',
  locate: 'Tienda Centro',
  date: '2026-11-20 10:00:00',
  user_name: 'Ana Ruiz',
  referral_name: 'Luis Díaz',
  userDate: '2026-11-01 08:30:00',
  code: 'CANJE-0001',
  codeDate: '2026-11-20 10:00:00',
  scorePoints: 20,
  scoreDate: '2026-11-20 10:00:00',
  scoreLocate: 'Tienda Centro',
  referalPoint: 5,
  referalDate: '2026-11-21 11:00:00',
  referalLocate: 'Tienda Norte',
  referalName: 'Luis Díaz',
}

/** The last one has empty cells only (D6, unknown fields). */
const ROWS = [{ ...ROW, id: 1, userName: 'Ana Ruiz', used: 1 }, { ...ROW, id: 2, userName: null, used: 0 }, {}]

/** The JSON of a service without stubs of the remote; undefined when it fails. */
export function stubbedRows(state: DataState): unknown {
  return state === 'error' ? undefined : { data: state === 'empty' ? [] : ROWS }
}

/** The JSON of a stub of the remote in a state: its lists are empty, or it fails. */
export function stubInState(json: unknown, state: DataState): unknown {
  if (state === 'error') return undefined
  return state === 'empty' ? withoutRows(json) : json
}

/** Empties a list, also in the envelopes of D1. Other JSON is none of rows. */
function withoutRows(json: unknown): unknown {
  if (Array.isArray(json)) return []
  if (typeof json !== 'object' || json === null || !('data' in json)) return json
  return { ...json, data: withoutRows(json.data) }
}
