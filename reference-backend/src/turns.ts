/** Asks for a turn; resolves, in the order of asking, with the function that ends it. */
export type TakeTurn = () => Promise<() => void>

/** A queue in which so many holders at a time have the turn. */
export function createTurns(atOnce = 1): TakeTurn {
  const waiting: (() => void)[] = []
  let free = atOnce
  const endTurn = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async () => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return endTurn
  }
}
