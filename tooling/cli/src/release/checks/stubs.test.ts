import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { readStubs } from './stubs'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'canje-stubs-'))
  await mkdir(join(directory, 'tests'))
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
})

async function read(text: string) {
  await writeFile(join(directory, 'tests/stubs.ts'), text)
  return readStubs({ name: 'mf-x', directory })
}

it('needs no file', async () => {
  expect(await readStubs({ name: 'mf-x', directory })).toEqual({ value: {}, findings: [] })
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
  ["export default { 'GET /SelectCodes': {} }", /must be a method and the path/],
  ["throw new Error('no rows')", /mf-x: no rows/],
  ['export default {', /Expected identifier but found end of file/],
])('says what is wrong with %s', async (text, reason) => {
  const { value, findings } = await read(text)
  expect(value).toBeUndefined()
  expect(findings).toEqual([
    { code: 'stubs-invalid', message: expect.stringMatching(reason), fix: expect.stringContaining('tests/stubs.ts') },
  ])
})
