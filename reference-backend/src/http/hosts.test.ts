import { expect, it } from 'vitest'
import { createHostCheck, isHost, localHosts } from './hosts'

it.each([...localHosts, 'Canje.example.', 'canje_api', 'xn--campaa-0wa.example', '10.0.0.7'])(
  'takes %j as a host',
  (text) => {
    expect(isHost(text)).toBe(true)
  },
)

it.each([
  '',
  '*.canje.example',
  'canje..example',
  'http://canje.example',
  'canje.example/',
  'canje.example:3000',
  '::1',
  '[::g]',
  '[fe80::1%eth0]',
  '256.1.1.1',
  'ana@canje.example',
  'canje.example\n',
  'campaña.example',
  '%6cocalhost',
])('does not take %j as a host', (text) => {
  expect(isHost(text)).toBe(false)
})

const isServed = createHostCheck(['localhost', '[::1]', 'Canje.example.'])

it.each(['localhost', 'LOCALHOST.:80', 'localhost:', '[::1]:3000', '[0:0:0:0:0:0:0:1]', 'CANJE.EXAMPLE:443'])(
  'serves %j',
  (host) => {
    expect(isServed({ headers: { host } })).toBe(true)
  },
)

it.each([
  undefined,
  '',
  'rebound.example',
  'localhost.rebound.example',
  'rebound.localhost',
  'localhost..',
  'localhost:3000:3000',
  'localhost:3000, rebound.example',
  'ana@localhost',
  'rebound.example#localhost',
  'l\xbacalhost',
  '127.0.0.1',
])('does not serve %j', (host) => {
  expect(isServed({ headers: { host } })).toBe(false)
})
