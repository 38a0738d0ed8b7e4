import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns, type TakeTurn } from './turns'

/** Takes turns for pieces of work of the same length, and tells what happened. */
async function eventsOf(takeTurn: TakeTurn, names: string[]): Promise<string[]> {
  const events: string[] = []
  const work = async (name: string) => {
    const endTurn = await takeTurn()
    events.push(`${name} starts`)
    await setImmediate()
    events.push(`${name} ends`)
    endTurn()
  }
  await Promise.all(names.map(work))
  return events
}

it('gives the turn to one holder at a time, in the order of asking', async () => {
  const events = await eventsOf(createTurns(), ['a', 'b', 'c'])

  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})

it('gives it to as many at once as may have it, and to the next when one of them ends', async () => {
  const takeTurn = createTurns(2)
  const expected = ['a starts', 'b starts', 'a ends', 'c starts', 'b ends', 'c ends']

  expect(await eventsOf(takeTurn, ['a', 'b', 'c'])).toEqual(expected)
  expect(await eventsOf(takeTurn, ['a', 'b', 'c'])).toEqual(expected)
})

it('drops who leaves before the turn has come', async () => {
  const takeTurn = createTurns()
  const left = new Error('left')
  const [early, late] = [new AbortController(), new AbortController()]
  const endFirst = await takeTurn(early.signal)
  const second = takeTurn(late.signal)
  const third = takeTurn()

  late.abort(left)
  early.abort(left)
  await expect(second).rejects.toBe(left)
  await expect(takeTurn(late.signal)).rejects.toBe(left)

  endFirst()
  const endThird = await third
  endThird()
  await takeTurn()
})
