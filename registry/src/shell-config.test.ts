import { expect, it } from 'vitest'
import { grantedOrigins, keysFor, listingOf, readAuthority, readShellConfig } from './shell-config'
import { exampleListing } from './testing/example'

const [ownKey, operatorKey] = [`${'A'.repeat(43)}=`, `${'B'.repeat(42)}A=`]
const codes = exampleListing({ slots: ['detalle:codigo'], connect: ['https://a.example', 'https://b.example'] })
const users = exampleListing({
  tab: { id: 'usuarios', label: 'Usuarios', order: 1 },
  connect: ['https://b.example'],
  owner: 'Ana',
  keys: [operatorKey, ownKey],
})
const login = { securityUrl: '/security', apiUrl: '/api', storeUrl: 'https://store.example' }
const trust = { storeId: 'store-1', operatorKeys: [operatorKey], remotes: { 'mf-codes': codes, 'mf-users': users } }
const authority = readAuthority(trust)

it('reads all settings, with the menu in tab order', () => {
  const { authority, ...settings } = readShellConfig({ ...login, ...trust, features: ['history'], more: 1 })
  expect(settings).toEqual({ ...login, features: ['history'] })
  expect(authority).toEqual({
    storeId: 'store-1',
    operatorKeys: [operatorKey],
    remotes: [
      { name: 'mf-users', ...users },
      { name: 'mf-codes', ...codes },
    ],
    findings: [],
  })
})

it('keeps the other remotes beside a malformed one, and reports it', () => {
  const { remotes, findings } = readAuthority({ ...trust, remotes: { ...trust.remotes, 'mf-codes': null } })
  expect(remotes.map(({ name }) => name)).toEqual(['mf-users'])
  expect(findings).toMatchObject([{ name: 'mf-codes' }])
})

it.each<[string, object, string]>([
  ['a store that is a path', { storeId: '../a' }, 'storeId: must be one path segment'],
  ['a malformed key', { operatorKeys: ['abc'] }, 'operatorKeys.0: must be 32 bytes in base64'],
  ['no remotes', { remotes: undefined }, 'remotes: must be an object'],
  ['remotes that are a list', { remotes: [{ name: 'mf-codes', ...codes }] }, 'remotes: must be an object'],
  ['a URL with quotes', { apiUrl: '"/api"' }, 'apiUrl: must be a URL without quotes'],
  ['two faults', { storeId: 1, remotes: 'x' }, 'storeId: Invalid type: Expected string but received 1; remotes: must'],
])('rejects a configuration with %s', (_name, changes, reason) => {
  expect(() => readShellConfig({ ...login, ...trust, ...changes })).toThrow(`config.json: ${reason}`)
})

it.each<[string, unknown]>([
  ['null', null],
  ['a list', []],
  ['a text', '<!doctype html>'],
])('rejects a configuration that is %s', (_name, json) => {
  expect(() => readShellConfig(json)).toThrow('config.json: ')
  expect(() => readAuthority(json)).toThrow('config.json: ')
})

it('lets the keys of a remote and those of the operators sign it', () => {
  expect(keysFor(authority, 'mf-codes')).toEqual([ownKey, operatorKey])
  expect(keysFor(authority, 'mf-users')).toEqual([operatorKey, ownKey])
  expect(keysFor(authority, 'mf-premios')).toEqual([operatorKey])
})

it('finds the listing of a remote', () => {
  expect(listingOf(authority, 'mf-users')?.owner).toBe('Ana')
  expect(listingOf(authority, 'constructor')).toBeUndefined()
})

it('grants each origin once', () => {
  expect(grantedOrigins(authority)).toEqual(['https://b.example', 'https://a.example'])
})
