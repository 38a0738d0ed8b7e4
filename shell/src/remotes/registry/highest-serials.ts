import * as v from 'valibot'

/** Its own item, which survives a damaged one of the registry. */
const STORAGE_KEY = 'canje.serials'

const Stored = v.object({ storeId: v.string(), serials: v.array(v.tuple([v.string(), v.number()])) })

/** The highest serial of each remote that this browser has seen in a store. */
export function highestSerials(storeId: string | undefined): ReadonlyMap<string, number> {
  try {
    const stored = v.parse(Stored, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'))
    return new Map(stored.storeId === storeId ? stored.serials : [])
  } catch {
    return new Map()
  }
}

export function storeHighestSerials(storeId: string, serials: ReadonlyMap<string, number>): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ storeId, serials: [...serials] }))
  } catch (error) {
    console.warn('The serials could not be stored.', error)
  }
}
