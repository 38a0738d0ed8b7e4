/** One run of what is measured; resolves with what it took. */
export type Arm = () => Promise<number>

/**
 * Runs every arm `runs` times, in turns, so that a busy moment of the machine falls on all of them. Each round begins
 * with another arm: none always runs on what the same other one left behind.
 *
 * @returns the values of each arm, round by round
 */
export async function arms<Name extends string>(
  { runs, stop }: { runs: number; stop?: AbortSignal },
  named: Record<Name, Arm>,
): Promise<Record<Name, number[]>> {
  const order = Object.entries<Arm>(named)
  const values = new Map<string, number[]>(order.map(([name]) => [name, []]))
  for (let round = 0; round < runs; round++) {
    for (const [name, arm] of order) {
      stop?.throwIfAborted()
      values.get(name)?.push(await arm())
    }
    order.push(...order.splice(0, 1))
  }
  return Object.fromEntries(values) as Record<Name, number[]>
}
