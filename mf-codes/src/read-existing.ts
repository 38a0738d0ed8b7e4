import { type Code, codeKey, codeList, findCodes } from './codes'

/** Reads which of some codes a fresh list has. @returns undefined when it cannot be read */
export async function readExisting(codes: readonly Code[]): Promise<ReadonlySet<Code> | undefined> {
  const { signal } = new AbortController()
  const list = await codeList.load({ filter: undefined, signal, onArrival: () => undefined }).catch(() => undefined)
  const existing = list && (await findCodes(codes, list).catch(() => undefined))
  list?.close()
  return existing && new Set(codes.filter((code) => existing.has(codeKey(code))))
}
