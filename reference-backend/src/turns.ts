/** Asks for a turn; resolves, in the order of asking, with the function that ends it. */
export type TakeTurn = () => Promise<() => void>

/** A queue in which one holder at a time has the turn. */
export function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const previous = last
    let endTurn: () => void = () => undefined
    last = new Promise((resolve) => {
      endTurn = resolve
    })
    await previous
    return endTurn
  }
}
