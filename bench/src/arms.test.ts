import { expect, it } from 'vitest'
import { arms } from './arms'

it('takes turns, and begins each round with another arm', async () => {
  const order: string[] = []
  const arm = (name: string) => async () => order.push(name)

  const values = await arms({ runs: 3 }, { a: arm('a'), b: arm('b'), c: arm('c') })

  expect(order.join('')).toBe('abcbcacab')
  expect(values).toEqual({ a: [1, 6, 8], b: [2, 4, 9], c: [3, 5, 7] })
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
