import { afterEach, expect, it, vi } from 'vitest'
import { shellWith } from '../../../tests/shell-with'
import { settingsFindings } from './settings'

const url = { type: 'string', format: 'uri' }
const schema = { type: 'object', properties: { rows: { type: 'integer' }, api: url }, required: ['rows'] }
const { signal } = new AbortController()
const release = { name: 'mf-codes', version: '1.2.0', settings: 'settings.schema.json' }

afterEach(() => {
  vi.restoreAllMocks()
})

/** Messages about the release in a shell. */
async function messages(settings: unknown, text = JSON.stringify(schema), connect: string[] = []) {
  const read = async () => Buffer.from(text)
  const findings = await settingsFindings([shellWith({ settings, connect })], release, read, signal)
  return findings.map(({ code, message }) => `${code}: ${message}`)
}

it.each<[string, unknown, string]>([
  ['absent settings', undefined, `/ must have required property 'rows' (#/required {"missingProperty":"rows"})`],
  ['a misfit', { rows: 'a' }, '/rows must be integer (#/properties/rows/type {"type":"integer"})'],
  ['another type', [], 'remotes.mf-codes.settings: must be an object'],
])('names shell, setting and rule of %s', async (_name, settings, reason) => {
  const [message, ...others] = await messages(settings)
  expect(message).toContain(
    'settings-invalid: The shell at https://office.test/ gives mf-codes 1.2.0 settings that do not fit. ',
  )
  expect(message).toContain(reason)
  expect(others).toEqual([])
})

it('reads the file that a shell names', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{"rows":1}'))
  expect(await messages('settings/mf-codes.json')).toEqual([])
  expect(fetch.mock.calls.map(([file]) => file)).toEqual(['https://office.test/settings/mf-codes.json'])
  for (const status of [404, 503]) fetch.mockResolvedValueOnce(new Response('', { status }))
  expect((await messages('settings/mf-codes.json')).join('\n')).toMatch(/^settings-invalid: .* status 404\.$/)
  expect((await messages('settings/mf-codes.json')).join('\n')).toMatch(/^shell-unreachable: .* status 503\.$/)
})

it('names the origins in settings that a shell does not grant', async () => {
  const settings = { rows: 1, api: 'https://prizes.test/api', link: 'https://other.test' }
  expect(await messages(settings)).toEqual([
    'connect-not-granted: The shell at https://office.test/ does not let mf-codes send requests to https://prizes.test.',
  ])
  expect(await messages(settings, undefined, ['https://prizes.test'])).toEqual([])
  expect(await messages({ rows: 1, api: 'https://api.test/v1' })).toEqual([])
  for (const api of ['http://prizes.test', 'https://prizes.test:99999'])
    expect(await messages({ rows: 1, api })).toEqual([
      expect.stringContaining(`${api} must be an https origin, or an http one of localhost.`),
    ])
})

it('names file and place of an unusable schema, once', async () => {
  const [message, ...others] = await messages({ rows: 1 }, 'true')
  expect(message).toContain('settings.schema.json of mf-codes 1.2.0 is no usable schema of settings. #: must be an obj')
  expect(others).toEqual([])
})

it('checks the settings of a release without a schema for their form only', async () => {
  const { settings: _, ...without } = release
  const check = (given: unknown) =>
    settingsFindings([shellWith({ settings: given })], without, async () => undefined, signal)
  expect(await check({ anything: 1 })).toEqual([])
  expect(await check(7)).toMatchObject([{ code: 'settings-invalid' }])
})
