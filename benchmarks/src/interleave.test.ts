import { expect, it } from 'vitest'
import { interleave, roundOrder } from './interleave'

it.each([
  ['two', ['a', 'b']],
  ['three', ['a', 'b', 'c']],
])('orders %s variants so that each runs before each other as often as after it', (_many, all) => {
  const rounds = Array.from({ length: 12 }, (_, round) => roundOrder(all, round))
  const firsts = all.map((name) => rounds.filter(([first]) => first === name).length)
  expect(firsts).toEqual(all.map(() => 12 / all.length))
  for (const [one, other] of all.flatMap((one) => all.map((other) => [one, other]))) {
    if (one === other) continue
    expect(rounds.filter((order) => order.indexOf(one ?? '') < order.indexOf(other ?? ''))).toHaveLength(6)
  }
})

it('interleaves the runs of the variants', async () => {
  const order: string[] = []
  const variant = (name: string) => async () => order.push(name)

  const values = await interleave({ runs: 3 }, { a: variant('a'), b: variant('b'), c: variant('c') })

  expect(order.join('')).toBe('abccbabca')
  expect(values).toEqual({ a: [1, 6, 9], b: [2, 5, 7], c: [3, 4, 8] })
})

it('rejects once its signal is aborted', async () => {
  const stopping = new AbortController()
  let runs = 0
  const measuring = interleave(
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
