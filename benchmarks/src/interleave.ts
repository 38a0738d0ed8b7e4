/** One run of what is measured; resolves with what it took. */
export type Arm = () => Promise<number>

/**
 * The order of a round, so that none always runs on what the same other one left behind: in `2 × all.length` rounds each comes
 * before each other as often as after it, and each begins as many.
 *
 * @param round 0 for the first
 */
export function inTurn<Each>(all: readonly Each[], round: number): Each[] {
  const first = Math.floor(round / 2) % all.length
  const order = [...all.slice(first), ...all.slice(0, first)]
  return round % 2 === 0 ? order : order.reverse()
}

/**
 * Runs every arm `runs` times, in turns, so that a busy moment of the machine falls on all of them.
 *
 * @returns the values of each arm, round by round
 */
export async function arms<Name extends string>(
  { runs, stop }: { runs: number; stop?: AbortSignal },
  named: Record<Name, Arm>,
): Promise<Record<Name, number[]>> {
  const all = Object.entries<Arm>(named)
  const values = new Map<string, number[]>(all.map(([name]) => [name, []]))
  for (let round = 0; round < runs; round++) {
    for (const [name, arm] of inTurn(all, round)) {
      stop?.throwIfAborted()
      values.get(name)?.push(await arm())
    }
  }
  return Object.fromEntries(values) as Record<Name, number[]>
}
