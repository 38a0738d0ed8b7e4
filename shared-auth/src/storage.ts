/** Entries that session storage did not take: browsers may deny it, and it may be full. */
const memory = new Map<string, string>()

/** Reads an entry of session storage, or of this document's memory where session storage does not take it. */
export function readItem(key: string): string | null {
  return memory.get(key) ?? attempt(() => sessionStorage.getItem(key)) ?? null
}

/**
 * Writes an entry.
 *
 * @returns false where session storage does not take it: it is lost with this document
 */
export function storeItem(key: string, value: string): boolean {
  memory.delete(key)
  const isStored = attempt(() => {
    sessionStorage.setItem(key, value)
    return true
  })
  if (isStored) return true
  // An earlier value must not come back at a reload.
  removeItem(key)
  memory.set(key, value)
  return false
}

export function removeItem(key: string): void {
  memory.delete(key)
  attempt(() => sessionStorage.removeItem(key))
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
