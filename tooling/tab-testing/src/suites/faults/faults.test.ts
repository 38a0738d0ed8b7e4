import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SERVICE_FAULTS } from './service-faults'
import { requestsIn, sourceRequests } from './source-requests'

it('expects the words of the specification', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/specification.md'), 'utf8')
  // Its 4xx is 404, and its 5xx is 500.
  const reasons = SERVICE_FAULTS.map(({ reason }) => reason.replace(/\(4\d\d\)/, '(404)').replace('503', '500'))
  expect(reasons.filter((reason) => !text.includes(`| \`${reason}\` `))).toEqual([])
})

describe('the requests in a source', () => {
  it.each([
    ["apiClient.post<unknown>('DeleteCode', { id }, { reads: false })", ['DeleteCode']],
    ['apiClient\n  .get(`SelectCodes?all=1`)', ['SelectCodes']],
    ["const PATH = 'prizes/InsertPrize'\napiClient.put(PATH, body)", ['InsertPrize']],
    ["apiClient.patch('ChangePrize', body)", ['ChangePrize']],
    ["apiClient.request({ method: 'post', url: 'InsertPrize' })", ['InsertPrize']],
    ["listOf({ path: 'SelectUsers', columns })", ['SelectUsers']],
    ["loaderOf<'id'>(\n  'SelectReport', ['id'])", ['SelectReport']],
    ['interface Request { path: string; url: string }', []],
    ["{ path: 'M0 0h24v24H0z' }", []],
    ["{ url: 'https://ayuda.example.com/Puntos' }", []],
    ["{ path: '/detalle' }", []],
  ])('of %j are %j', (text, endpoints) => {
    expect(requestsIn(text, 'src/Tab.tsx')).toEqual(endpoints)
  })

  it('are those of all its files', () => {
    const testFile = join(import.meta.dirname, '../../../../../mf-scores/tests/faults.test.ts')
    expect(sourceRequests(testFile)).toEqual(new Set(['SelectScores']))
  })

  it.each(['apiClient.post(path, {})', 'apiClient.get(pathOf(what))'])('must be literals: %s', (text) => {
    expect(() => requestsIn(text, 'src/Tab.tsx')).toThrow(/^src\/Tab.tsx requests .*: write its path as a literal/)
  })
})
