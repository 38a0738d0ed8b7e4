/** A person who is there once a month stays known. */
const rememberedMs = 30 * 24 * 3_600_000
const remembered = 10_000

/** From where which accounts have signed in. Kept in memory: a restart forgets them. */
export interface KnownAddresses {
  add(key: string): void
  has(key: string): boolean
}

/** Keeps the 10,000 that signed in last, each for 30 days. */
export function createKnownAddresses(): KnownAddresses {
  // In the order of their last sign-in.
  const signedInAt = new Map<string, number>()
  return {
    add(key) {
      signedInAt.delete(key)
      signedInAt.set(key, Date.now())
      const [oldest] = signedInAt.keys()
      if (signedInAt.size > remembered && oldest !== undefined) signedInAt.delete(oldest)
    },
    has: (key) => Date.now() - (signedInAt.get(key) ?? Number.NEGATIVE_INFINITY) <= rememberedMs,
  }
}
