import { expect, it } from 'vitest'
import { exportsMissing, type Provided, parseProvided } from './provided'

const provided: Provided = { 'shared-auth': ['apiClient'], react: ['useState'], 'shared-ui@1': ['RowsTable'] }

it('reads what the probe shows', () => {
  expect(parseProvided(JSON.stringify(provided))).toEqual(provided)
  for (const text of [undefined, '', '{', '{"react":{}}']) expect(parseProvided(text)).toBeUndefined()
})

it('names what a release uses and the shell does not provide', () => {
  const uses = { react: ['useState'], 'shared-auth': ['apiClient'], 'shared-ui@1': ['RowsTable'] }
  const missing = (others: Record<string, string[]> | undefined) =>
    exportsMissing('mf-codes 1.0.0', '/srv/shell/', others, provided).map(({ message }) => message)
  expect(missing(uses)).toEqual([])
  expect(missing({ ...uses, react: ['useState', 'use'], 'primereact/api': ['FilterMode'] })).toEqual([
    'mf-codes 1.0.0 uses what the shell at /srv/shell/ does not provide: use of react, primereact/api.',
  ])
  expect(missing({ 'shared-ui@1': ['useTable'] })).toHaveLength(1)
  // Its own copy is used.
  expect(missing({ 'shared-ui@2': ['useTable'] })).toEqual([])
  expect(missing(undefined)).toEqual([])
})
