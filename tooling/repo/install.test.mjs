import { expect, it } from 'vitest'
import { isInstalled } from './install.mjs'

const axios = { version: '1.21.1', integrity: 'sha512-a' }
const lock = (packages) => ({ packages: { '': { version: '1.0.0' }, ...packages } })
const installed = (packages) => ({ packages })

it('is not installed on a fresh clone', () => {
  expect(isInstalled(lock({ 'node_modules/axios': axios }), undefined)).toBe(false)
})

it('is installed when every locked package is present, even beside others', () => {
  const present = installed({ 'node_modules/axios': axios, 'node_modules/left-over': axios })
  expect(isInstalled(lock({ 'node_modules/axios': axios }), present)).toBe(true)
})

it.each([
  ['a missing package', {}],
  ['another version', { 'node_modules/axios': { ...axios, version: '1.21.0' } }],
  ['another content hash', { 'node_modules/axios': { ...axios, integrity: 'sha512-b' } }],
])('is out of date with %s', (_case, packages) => {
  expect(isInstalled(lock({ 'node_modules/axios': axios }), installed(packages))).toBe(false)
})

it('ignores optional packages that npm skips on this platform', () => {
  const wanted = lock({ 'node_modules/fsevents': { ...axios, optional: true } })
  expect(isInstalled(wanted, installed({}))).toBe(true)
})

it('requires the links to new workspaces', () => {
  const wanted = lock({ 'node_modules/mf-new': { resolved: 'mf-new', link: true } })
  expect(isInstalled(wanted, installed({}))).toBe(false)
  expect(isInstalled(wanted, installed({ 'node_modules/mf-new': { resolved: 'mf-new', link: true } }))).toBe(true)
})

it('ignores the versions of the repository’s own packages, which npm version changes', () => {
  const link = { 'node_modules/mf-codes': { resolved: 'mf-codes', link: true } }
  const wanted = lock({ 'mf-codes': { version: '1.0.0' }, ...link })
  expect(isInstalled(wanted, installed({ 'mf-codes': { version: '1.1.0' }, ...link }))).toBe(true)
})
