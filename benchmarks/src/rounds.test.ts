import { expect, it } from 'vitest'
import { roundOrder } from './rounds'

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
