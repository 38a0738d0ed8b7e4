import { expect, it } from 'vitest'
import { arms, inTurn } from './interleave'

it.each([
  ['two', ['a', 'b']],
  ['three', ['a', 'b', 'c']],
])('has each of %s come before each other as often as after it', (_many, all) => {
  const rounds = Array.from({ length: 12 }, (_, round) => inTurn(all, round))
  const firsts = all.map((name) => rounds.filter(([first]) => first === name).length)
  expect(firsts).toEqual(all.map(() => 12 / all.length))
  for (const [one, other] of all.flatMap((one) => all.map((other) => [one, other]))) {
    if (one === other) continue
    expect(rounds.filter((order) => order.indexOf(one ?? '') < order.indexOf(other ?? ''))).toHaveLength(6)
  }
})

it('runs the arms in turns', async () => {
  const order: string[] = []
  const arm = (name: string) => async () => order.push(name)

  const values = await arms({ runs: 3 }, { a: arm('a'), b: arm('b'), c: arm('c') })

  expect(order.join('')).toBe('abccbabca')
  expect(values).toEqual({ a: [1, 6, 9], b: [2, 5, 7], c: [3, 4, 8] })
})

it('ends when told to stop', async () => {
  const stopping = new AbortController()
  let runs = 0
  const measuring = arms(
    { runs: 9, stop: stopping.signal },
    {
      only: async () => {
        stopping.abort(new Error('stopped'))
        return ++runs
      },
    },
  )
  await expect(measuring).rejects.toThrow('stopped')
  expect(runs).toBe(1)
})
