/** One side of a comparison. Each call is one run and resolves with its value, in the unit of the measure. */
export type Variant = () => Promise<number>

/**
 * The counterbalanced order of a round, against carry-over effects. In `2 × all.length` rounds each variant runs before
 * each other as often as after it, and each runs first equally often.
 *
 * @param round zero-based
 */
export function roundOrder<Each>(all: readonly Each[], round: number): Each[] {
  const first = Math.floor(round / 2) % all.length
  const order = [...all.slice(first), ...all.slice(0, first)]
  return round % 2 === 0 ? order : order.reverse()
}

/**
 * Runs every variant `runs` times, interleaved, so that load on the machine affects all of them.
 *
 * @returns the values of each variant, one per round
 */
export async function interleave<Name extends string>(
  { runs, stop }: { runs: number; stop?: AbortSignal },
  variants: Record<Name, Variant>,
): Promise<Record<Name, number[]>> {
  const all = Object.entries<Variant>(variants)
  const values = new Map<string, number[]>(all.map(([name]) => [name, []]))
  for (let round = 0; round < runs; round++) {
    for (const [name, variant] of roundOrder(all, round)) {
      stop?.throwIfAborted()
      values.get(name)?.push(await variant())
    }
  }
  return Object.fromEntries(values) as Record<Name, number[]>
}
