/**
 * The counterbalanced order of a round, against carry-over effects. In `2 × all.length` rounds each variant runs before
 * each other as often as after it, and each runs first equally often. Load on the machine affects all of them.
 *
 * @param round zero-based
 */
export function roundOrder<Each>(all: readonly Each[], round: number): Each[] {
  const first = Math.floor(round / 2) % all.length
  const order = [...all.slice(first), ...all.slice(0, first)]
  return round % 2 === 0 ? order : order.reverse()
}
