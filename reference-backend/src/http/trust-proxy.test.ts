import { expect, it } from 'vitest'
import { isTrustProxy, trustOf } from './trust-proxy'

it.each(['', '0', '12', 'loopback', '::1', '10.0.0.0/8, 2001:db8::/32'])('accepts %j', (text) => {
  expect(isTrustProxy(text)).toBe(true)
})

it.each([
  'true',
  '-1',
  '1.5',
  '100',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '10/8',
  '010.0.0.0/8',
  '127.0.0.1,',
])('rejects %j', (text) => {
  expect(isTrustProxy(text)).toBe(false)
})

it('trusts no proxy by default, and no more hops than are given', () => {
  expect([trustOf(''), trustOf('0')]).toEqual([false, false])
  const trust = trustOf('1')
  expect([0, 1].map((hop) => typeof trust === 'function' && trust('10.0.0.1', hop))).toEqual([true, false])
})
