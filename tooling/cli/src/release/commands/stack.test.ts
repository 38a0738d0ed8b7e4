import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, publish } from '@canje/release-store'
import { ROOT } from 'repo'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildOutOfDate, readPackage } from '../../project'
import { openTeam } from '../testing/team'

const CODES = readPackage(join(ROOT, 'mf-codes'))
const BUILD_MS = 180_000
/** A text in `mf-codes/src/messages.ts`, and the line with it. */
const TEXT = 'se crearon los codigos con exito'

let team: Awaited<ReturnType<typeof openTeam>>
/** The place of the text in the build, as a stack names it. */
let place: string

beforeAll(async () => {
  team = await openTeam()
  await buildOutOfDate([CODES], new AbortController().signal)
  const dist = join(CODES.directory, 'dist')
  await publish(openStore(team.store), dist)
  for (const name of (await readdir(dist)).filter((name) => name.endsWith('.js'))) {
    const code = await readFile(join(dist, name), 'utf8')
    const at = code.indexOf(TEXT)
    if (at < 0) continue
    const before = code.slice(0, at).split('\n')
    place = `https://remotes.test/releases/mf-codes/${CODES.version}/${name}:${before.length}:${before.at(-1)?.length}`
  }
}, BUILD_MS)
afterAll(() => team.close())

const request = (stack: string) => ({
  resourceLogs: [
    {
      resource: {
        attributes: [
          { key: 'service.name', value: { stringValue: 'mf-codes' } },
          { key: 'service.version', value: { stringValue: '1.2.0' } },
          { key: 'canje.build', value: { stringValue: 'c12' } },
        ],
      },
      scopeLogs: [
        {
          scope: {},
          logRecords: [
            {
              attributes: [
                { key: 'exception.stacktrace', value: { stringValue: stack } },
                { key: 'canje.mounted', value: { arrayValue: { values: [] } } },
              ],
            },
          ],
        },
      ],
    },
  ],
})
async function stackOf(text: string) {
  const file = join(team.folder, 'event.json')
  await writeFile(file, text)
  return team.command('stack', file)
}

it('prints the source lines of a released build', async () => {
  const stack = `TypeError: no\n    at onClick (${place})\n    at https://remotes.test/mf-codes/0.0.1/Tab.js:1:2\n    at div`
  const { exitCode, result } = await stackOf(JSON.stringify(request(stack)))
  expect(exitCode).toBe(0)
  const lines = (await readFile(join(CODES.directory, 'src/messages.ts'), 'utf8')).split('\n')
  const line = lines.findIndex((code) => code.includes(TEXT))
  expect(result).toEqual({
    errors: [
      {
        service: 'mf-codes',
        version: '1.2.0',
        build: 'c12',
        message: 'TypeError: no',
        frames: [
          {
            built: `at onClick (${place})`,
            name: 'onClick',
            source: {
              source: 'mf-codes/src/messages.ts',
              line: line + 1,
              column: expect.any(Number),
              code: lines[line]?.trim(),
            },
          },
          { built: 'at https://remotes.test/mf-codes/0.0.1/Tab.js:1:2' },
          { built: 'at div' },
        ],
      },
    ],
  })
})

it('reads one request per line', async () => {
  const line = JSON.stringify(request(`TypeError: no\n    at ${place}`))
  const { result } = await stackOf(`${line}\n${line}\n`)
  expect(result.errors).toHaveLength(2)
})

it.each([
  ['no JSON', '{', 'has no OTLP log records'],
  ['another event', '{"type":"fallback"}', 'has no OTLP log records'],
  ['no error', JSON.stringify(request('')), 'has no log record of an error'],
])('refuses a file with %s in one line', async (_what, text, message) => {
  const { exitCode, error } = await stackOf(text)
  expect(exitCode).toBe(1)
  expect(error).toContain(message)
})
