import { expect, it } from 'vitest'
import { readAuthority } from './authority'

const key = `${'A'.repeat(43)}=`
const own = { keys: [key], tab: { id: 'codigos', label: 'Codigos', order: 2 }, slots: ['detalle:codigo'], owner: 'Ana' }
const settings = { storeId: 's', operatorKeys: [key], remotes: { 'mf-codes': own } }

it('reads who may sign what, and nothing of a shell without it', () => {
  expect(readAuthority({ ...settings, apiUrl: '/a' })).toEqual(settings)
  expect(readAuthority({ apiUrl: '/a' })).toBeUndefined()
})

it('reserves no slots by default', () => {
  const { slots: _, ...rest } = own
  expect(readAuthority({ ...settings, remotes: { 'mf-codes': rest } })?.remotes['mf-codes']?.slots).toEqual([])
})

it.each<[string, object]>([
  ['a store without keys of operators', { operatorKeys: undefined }],
  ['keys of operators without a store', { storeId: undefined }],
  ['keys of remotes alone', { storeId: undefined, operatorKeys: undefined }],
  ['no key of an operator', { operatorKeys: [] }],
  ['a remote without keys', { remotes: { 'mf-codes': { ...own, keys: [] } } }],
  ['a malformed key of a remote', { remotes: { 'mf-codes': { ...own, keys: ['abc'] } } }],
  ['a tab without an order', { remotes: { 'mf-codes': { ...own, tab: { id: 'codigos', label: 'Codigos' } } } }],
])('rejects %s', (_name, changes) => {
  expect(() => readAuthority({ ...settings, ...changes })).toThrow()
})
