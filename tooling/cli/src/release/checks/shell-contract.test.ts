import * as contract from '@canje/shared-auth'
import { expect, it } from 'vitest'
import { exportsMissing, type Provided, parseProvided } from './provided'
import { contractFindings } from './shell-contract'

const modules = { 'shared-auth': Object.keys(contract), react: ['useState'], 'shared-ui@1': ['RowsTable'] }
const props = {
  notify: 'function',
  features: 'array',
  'view.isActive': 'boolean',
  'view.params': 'string',
  'view.opening': 'number',
  'view.onChange': 'function',
  'view.push': 'function',
  'draft.current': 'null',
  'draft.onChange': 'function',
  'receipts.onChange': 'function',
  'extensions.has': 'function',
  'extensions.Extension': 'function',
  openDiagnosis: 'function',
  overlays: 'object',
}
const provided: Provided = { modules, props }

it('reads what the probe shows after the heading of its tab', () => {
  expect(parseProvided(`Canje: probe${JSON.stringify(provided)}`)).toEqual(provided)
  for (const text of [undefined, '', 'Canje: probe', 'Canje: probe{', '{"modules":{}}'])
    expect(parseProvided(text)).toBeUndefined()
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

const faults = (version: string, given: Provided) =>
  contractFindings('/srv/shell/', { 'shared-auth': version }, given).map(({ message }) => message)
const without = (name: string): Provided => ({
  ...provided,
  modules: { ...modules, 'shared-auth': modules['shared-auth'].filter((other) => other !== name) },
})

it('names what a shell does not give although its version of the contract has it', () => {
  expect(faults('1.0.0', provided)).toEqual([])
  expect(faults('1.0.0', without('guardSession'))).toEqual([
    expect.stringMatching(/shared-auth 1\.0\.0, .*guardSession is/),
  ])
  for (const path of Object.keys(props)) {
    const changed = { ...provided, props: { ...props, [path]: 'symbol' } }
    expect(faults('1.0.0', changed)).toEqual([expect.stringContaining(`the prop ${path} is symbol, not `)])
  }
})

it('counts a pre-release of the contract as one with all of its earlier versions', () => {
  expect(faults('1.3.0-rc.1', provided)).toEqual([])
  expect(faults('1.3.0-rc.1', without('guardSession'))).toHaveLength(1)
  expect(faults('1.0.0-rc.1', without('guardSession'))).toEqual([])
})

it('requires nothing of a shell with another major version, for which its releases were built', () => {
  expect(faults('1.1.0', { modules: {}, props: {} })).toHaveLength(1)
  expect(faults('2.0.0', { modules: {}, props: {} })).toEqual([])
})
