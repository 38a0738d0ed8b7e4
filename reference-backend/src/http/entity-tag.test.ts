import { expect, it } from 'vitest'
import { entityTag, isKnown } from './entity-tag'

const tag = entityTag(['select', [1], 'marker'])
const strong = tag.slice(2)

it('is the same for the same facts in the same order', () => {
  expect(tag).toMatch(/^W\/"[\w-]{43}"$/)
  expect(entityTag(['select', [1], 'marker'])).toBe(tag)
  expect(entityTag(['select', ['1'], 'marker'])).not.toBe(tag)
  expect(entityTag(['select', [1, 'marker']])).not.toBe(tag)
})

it.each([tag, strong, `"other", ${tag}`, `${strong},"other"`, '*'])('is known to who sends %s', (sent) => {
  expect(isKnown(tag, sent)).toBe(true)
})

it.each([undefined, '', '""', '"other"', strong.slice(1, -1), `W/${tag}x`])('is unknown to who sends %j', (sent) => {
  expect(isKnown(tag, sent)).toBe(false)
})
