import { expect, it } from 'vitest'
import { ipOf, networkOf } from './network-of'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:1:2:3:4:5:6]:51234', '2001:db8:1:2::'],
  ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2::'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::'],
  ['2001:db8::6', '2001:db8::'],
  ['2001:db8::7:0:0:0:9', '2001:db8:0:7::'],
  ['::1', '::'],
  ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::'],
  ['fe80::1%eth0', 'fe80::'],
  ['_hidden', 'unknown'],
  ['', 'unknown'],
])('maps %s to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[2001:db8::6]:51234', '2001:db8::6'],
  ['fe80::1%secret', 'fe80::1'],
  ['unknown', undefined],
  ['<script>', undefined],
  ['203.0.113.7, 10.0.0.1', undefined],
  ['300.0.0.1', undefined],
  ['', undefined],
])('finds in %j the address %s', (forwarded, address) => {
  expect(ipOf(forwarded)).toBe(address)
})
