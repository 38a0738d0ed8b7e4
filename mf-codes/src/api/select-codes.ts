import { apiClient } from 'shared-auth'
import { parseRows, type Row } from 'shared-ui'

const FIELDS = ['id', 'name', 'userName', 'used', 'date'] as const

/** A code: its text is `name`; `userName` is null until it is assigned (specification §3). */
export type Code = Row<(typeof FIELDS)[number]>

/** Asks for every code. */
export async function selectCodes(signal: AbortSignal): Promise<Code[]> {
  const { data } = await apiClient.get<unknown>('SelectCodes', { signal })
  return parseRows(data, FIELDS, 'SelectCodes')
}

/** True only when the server says so with 1, "1" or true (D6). */
export function isRedeemed({ used }: Pick<Code, 'used'>): boolean {
  return used === 1 || used === '1' || used === true
}
