import { expect, it, vi } from 'vitest'
import { readSettings, SettingsInvalid } from './settings'

const name = 'mf-codes'
const noFile = () => Promise.reject(new Error('404'))
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

it('gives the object of a listing, frozen to its depth', async () => {
  const settings = await readSettings({ name, settings: { rows: 20, of: { urls: ['https://a.example'] } } }, noFile)
  expect(settings).toEqual({ rows: 20, of: { urls: ['https://a.example'] } })
  expect(() => Object.assign(Object(Reflect.get(settings, 'of')).urls, ['b'])).toThrow(TypeError)
  expect(Object.isFrozen(settings)).toBe(true)
})

it('gives an empty object without settings', async () => {
  expect(await readSettings({ name, settings: undefined }, noFile)).toEqual({})
})

it('reads the file that a listing names', async () => {
  const fetchText = vi.fn(async () => JSON.stringify({ text: 'ñ'.repeat(5000) }))
  const settings = await readSettings({ name, settings: 'settings/mf-codes.json' }, fetchText)
  expect(settings).toEqual({ text: 'ñ'.repeat(5000) })
  expect(fetchText).toHaveBeenCalledWith('settings/mf-codes.json')
})

it.each<[string, unknown, string]>([
  ['a list', [1], 'remotes.mf-codes.settings: must be an object, or'],
  ['null in a file', 'null', 'settings/mf-codes.json: must be an object, or'],
  ['a number', 7, 'remotes.mf-codes.settings: must be an object, or'],
  ['another file', 'settings/mf-users.json', 'must be an object, or "settings/mf-codes.json".'],
  ['a path', '../mf-codes.json', 'must be an object, or "settings/mf-codes.json".'],
  ['3 KB inline', { text: 'ñ'.repeat(1500) }, '3011 bytes: config.json may have 2048, settings/mf-codes.json 16384.'],
  ['17 KB in a file', JSON.stringify({ text: 'a'.repeat(17_000) }), 'has 17011 bytes: config.json may have 2048, '],
  ['no JSON in a file', '{', 'settings/mf-codes.json: Expected property name'],
  ['__proto__', JSON.parse('{"a":{"__proto__":{}}}'), 'no value may be named __proto__'],
  ['__proto__ in a file', '{"__proto__":{"rows":1}}', 'no value may be named __proto__'],
  ['constructor', { constructor: 1 }, 'no value may be named constructor'],
  ['deep nesting', JSON.parse(nested(20_000)), 'remotes.mf-codes.settings: '],
])('refuses %s', async (_name, given, reason) => {
  const isFile = typeof given === 'string' && !given.includes('.json')
  const read = readSettings({ name, settings: isFile ? 'settings/mf-codes.json' : given }, async () => String(given))
  await expect(read).rejects.toThrow(reason)
  await expect(read).rejects.toBeInstanceOf(SettingsInvalid)
})
