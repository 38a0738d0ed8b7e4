import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readStubs } from './stubs'

const { signal } = new AbortController()
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'canje-stubs-'))
  await mkdir(join(directory, 'tests'))
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
})
afterEach(() => rm(directory, { recursive: true }))

async function read(text: string) {
  await writeFile(join(directory, 'tests/stubs.ts'), text)
  return readStubs({ name: 'mf-x', directory }, signal)
}

it('needs no file', async () => {
  expect(await readStubs({ name: 'mf-x', directory }, signal)).toEqual({ value: {}, findings: [] })
})

it('reads TypeScript, with what it imports', async () => {
  await writeFile(join(directory, 'tests/rows.ts'), 'export const rows: object[] = [{ id: 1 }]')
  const { value, findings } = await read(`
    import { rows } from './rows'
    export default { 'POST SelectScores': { data: rows }, 'GET https://prizes.test/v1/list?all=1': null } as const`)
  expect(findings).toEqual([])
  expect(value).toEqual({
    'POST SelectScores': { data: [{ id: 1 }] },
    'GET https://prizes.test/v1/list?all=1': null,
  })
})

it.each([
  ['export const stubs = {}', /mf-x: default: /],
  ['export default [1]', /mf-x: default\.0: must be a method/],
  ['export default { SelectCodes: {} }', /mf-x: default\.SelectCodes: must be a method and the path/],
  ["export default { 'get SelectCodes': {} }", /must be a method and the path/],
  ["export default { 'GET /SelectCodes': {} }", /must be a method and the path/],
  ["export default { 'GET http://[': {} }", /must be a method and the path/],
  ["export default { 'GET SelectCodes': () => 1 }", /must be JSON/],
  ["export default { 'GET SelectCodes': 1n }", /must be JSON/],
  ["throw new Error('no rows')", /mf-x: no rows/],
  ["import './missing'", /mf-x: Cannot find module/],
  ['export default {', /Expected identifier but found end of file/],
])('says what is wrong with %s', async (text, reason) => {
  const { value, findings } = await read(text)
  expect(value).toBeUndefined()
  expect(findings).toEqual([
    { code: 'stubs-invalid', message: expect.stringMatching(reason), fix: expect.stringContaining('tests/stubs.ts') },
  ])
})

it('ends a file that waits for something, and ends with the command', async () => {
  await writeFile(join(directory, 'tests/stubs.ts'), 'await new Promise(() => undefined)\nexport default {}')
  const project = { name: 'mf-x', directory }
  expect((await readStubs(project, signal, 1)).findings[0]?.message).toContain('did not load in 0.001 s')
  const stopping = new AbortController()
  const reading = readStubs(project, stopping.signal)
  stopping.abort(new Error('stopped'))
  await expect(reading).rejects.toThrow('stopped')
})
