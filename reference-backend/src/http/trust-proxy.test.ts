import { expect, it } from 'vitest'
import { isTrustProxy, trustOf } from './trust-proxy'

it.each(['', '0', '1', '12', 'loopback', '127.0.0.1', '::1', '10.0.0.0/8, 2001:db8::/32', '::1,uniquelocal'])(
  'accepts %j',
  (text) => {
    expect(isTrustProxy(text)).toBe(true)
  },
)

it.each([
  'true',
  'yes',
  '-1',
  '1.5',
  '100',
  '127.1',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/129',
  '10.0.0.0/8/8',
  '172.16/12',
  '10/8',
  '010.0.0.0/8',
  '0.0.0.0/00',
  '127.0.0.1,',
  '127.0.0.1 ::1',
])('rejects %j', (text) => {
  expect(isTrustProxy(text)).toBe(false)
})

it('trusts no proxy by default', () => {
  expect(trustOf('')).toBe(false)
  expect(trustOf('0')).toBe(false)
})
