import { expect, it } from 'vitest'
import { createTurns } from './turns'

it('gives the turn to one holder at a time, in the order of asking', async () => {
  const takeTurn = createTurns()
  const events: string[] = []
  const work = async (name: string) => {
    const endTurn = await takeTurn()
    events.push(`${name} starts`)
    await Promise.resolve()
    events.push(`${name} ends`)
    endTurn()
  }

  await Promise.all(['a', 'b', 'c'].map(work))

  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})
