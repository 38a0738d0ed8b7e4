import { expect, it } from 'vitest'
import { createHostCheck, isHost, localHosts } from './hosts'

it.each([
  ...localHosts,
  'canje.example',
  'Canje.Example',
  'canje.example.',
  'canje_api',
  'xn--campaa-0wa.example',
  '10.0.0.7',
])('takes %j as a host', (text) => {
  expect(isHost(text)).toBe(true)
})

it.each([
  '',
  ' ',
  '*',
  '*.canje.example',
  '.canje.example',
  'canje..example',
  'http://canje.example',
  'canje.example/',
  'canje.example:3000',
  'canje.example:',
  '[::1]:3000',
  '::1',
  '[::1',
  '[::g]',
  '[fe80::1%eth0]',
  '256.1.1.1',
  'ana@canje.example',
  'canje.example#',
  'canje example',
  'canje.example\n',
  'campaña.example',
  '%6cocalhost',
])('does not take %j as a host', (text) => {
  expect(isHost(text)).toBe(false)
})

const isServed = createHostCheck(['localhost', '[::1]', 'Canje.example.'])
const served = (host: string[], url = '/') => isServed({ url, headersDistinct: { host } })

it.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST',
  'localhost.',
  'localhost.:80',
  'localhost:',
  '[::1]',
  '[::1]:3000',
  '[0:0:0:0:0:0:0:1]',
  'canje.example',
  'CANJE.EXAMPLE:443',
])('serves %j', (host) => {
  expect(served([host])).toBe(true)
})

it.each([
  '',
  'rebound.example',
  'localhost.rebound.example',
  'rebound.localhost',
  'canje.example.rebound.example',
  'localhost..',
  'localhost:3000:3000',
  'localhost:port',
  'localhost:3000, rebound.example',
  'localhost/',
  'ana@localhost',
  'rebound.example#localhost',
  'http://localhost',
  '%6cocalhost',
  'l\xbacalhost',
  '127.0.0.1',
  '[::2]',
  '::1',
])('does not serve %j', (host) => {
  expect(served([host])).toBe(false)
})

it('serves no request without one host', () => {
  expect(isServed({ url: '/', headersDistinct: {} })).toBe(false)
  expect(served(['localhost', 'localhost'])).toBe(false)
  expect(served(['localhost', 'rebound.example'])).toBe(false)
})

it('serves an absolute target only if its host and the header are served', () => {
  expect(served(['localhost'], 'http://canje.example/config.json')).toBe(true)
  expect(served(['localhost'], '/?from=http://rebound.example')).toBe(true)
  for (const target of [
    'http://rebound.example/',
    'HTTP://rebound.example',
    'https://localhost@rebound.example/',
    'x:///',
  ])
    expect(served(['localhost'], target)).toBe(false)
  expect(served(['rebound.example'], 'http://localhost/')).toBe(false)
})
