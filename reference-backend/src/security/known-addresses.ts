/** A monthly sign-in keeps an address known. */
const rememberedMs = 30 * 24 * 3_600_000
const remembered = 10_000

/** The pairs of account and network with a recent sign-in, in memory only. */
export interface KnownAddresses {
  add(key: string): void
  has(key: string): boolean
}

/** Keeps the latest 10,000 pairs, each for 30 days after its last sign-in. */
export function createKnownAddresses(): KnownAddresses {
  // In the order of the last sign-in.
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
