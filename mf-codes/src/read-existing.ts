import { rowKey } from '@canje/shared-ui'
import { CODE_KEY, type Code, codeList } from './codes'

/** Reads which of some codes a fresh list has. @returns undefined when it cannot be read */
export async function readExisting(codes: readonly Code[]): Promise<ReadonlySet<Code> | undefined> {
  const { signal } = new AbortController()
  const rows = await codeList.load({ filter: undefined, signal, onArrival: () => undefined }).catch(() => undefined)
  if (!rows) return undefined
  const keyOf = (code: Code) => rowKey(code, CODE_KEY)
  const { field, textKey } = CODE_KEY
  const keys = codes.map(keyOf)
  const found = await rows.find({ column: { field }, textKey, keys, limit: rows.count }).catch(() => undefined)
  rows.close()
  if (!found) return undefined
  const existing = new Set(found.rows.map(keyOf))
  return new Set(codes.filter((code) => existing.has(keyOf(code))))
}
