import { expect, it } from 'vitest'
import { ipOf, networkOf } from './network-of'

it.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['[2001:db8:1:2:3:4:5:6]:51234', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['[2001:db8::6]', '2001:db8::6', '2001:db8::'],
  ['2001:0DB8::7:0:0:0:9', '2001:db8:0:7::9', '2001:db8:0:7::'],
  ['fe80::1%secret', 'fe80::1', 'fe80::'],
  ['203.0.113.7, 10.0.0.1', undefined, 'unknown'],
  ['', undefined, 'unknown'],
])('finds in %j the address %s of the network %s', (forwarded, address, network) => {
  expect([ipOf(forwarded), networkOf(forwarded)]).toEqual([address, network])
})
