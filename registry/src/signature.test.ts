import { afterEach, expect, it, vi } from 'vitest'
import { canonicalBytes, keyIdOf, verifyRegistry } from './signature'
import { exampleRelease } from './testing/example'
import { createTestKey } from './testing/signing'

const { publicKey, sign } = await createTestKey()
const registry = {
  schema: 2 as const,
  serial: 7,
  remotes: [{ name: 'mf-codes', live: exampleRelease(), previous: [] }],
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('accepts a signed registry, whatever its key order and white space', async () => {
  const { signature, remotes, serial, schema } = await sign(registry)
  const sent = JSON.parse(JSON.stringify({ signature, schema, remotes, serial }, null, 4))
  await expect(verifyRegistry(sent, publicKey)).resolves.toBeUndefined()
})

it('signs the canonical JSON of RFC 8785', () => {
  const text = new TextDecoder().decode(canonicalBytes({ b: [1e21, 0.1], a: { é: null, z: 'ñ\n' } }))
  expect(text).toBe('{"a":{"z":"ñ\\n","é":null},"b":[1e+21,0.1]}')
})

it.each([
  ['nothing', null, 'is not signed'],
  ['a list', [], 'is not signed'],
  ['an unsigned registry', registry, 'is not signed'],
  ['a signature that is not base64', { ...registry, signature: { keyId: 'x', value: '?' } }, 'is not signed'],
  ['a signature of an unknown key', { ...registry, signature: { keyId: 'x', value: 'AAAA' } }, 'is signed with key x'],
])('rejects %s', async (_name, json, reason) => {
  await expect(verifyRegistry(json, publicKey)).rejects.toThrow(reason)
})

it('accepts a signature of any trusted key, and rejects every registry without one', async () => {
  const { publicKey: other } = await createTestKey()
  const signed = await sign(registry)
  await expect(verifyRegistry(signed, other, publicKey)).resolves.toBeUndefined()
  await expect(verifyRegistry(signed, publicKey, other)).resolves.toBeUndefined()
  await expect(verifyRegistry({ ...signed, serial: 8 }, other, publicKey)).rejects.toThrow('was altered')
  const foreign = await (await createTestKey()).sign(registry)
  await expect(verifyRegistry(foreign, other, publicKey)).rejects.toThrow(
    /is signed with key \w{16}, not with \w{16} or \w{16}\./,
  )
  await expect(verifyRegistry(signed)).rejects.toThrow(/is signed with key \w{16}, but no key is trusted\./)
})

it('rejects another key, even with the id of the trusted one', async () => {
  const foreign = await (await createTestKey()).sign(registry)
  await expect(verifyRegistry(foreign, publicKey)).rejects.toThrow(/is signed with key \w{16}, not with \w{16}/)
  const keyId = await keyIdOf(publicKey)
  const disguised = { ...foreign, signature: { ...foreign.signature, keyId } }
  await expect(verifyRegistry(disguised, publicKey)).rejects.toThrow('was altered')
})

it.each<[string, object]>([
  ['a value', { serial: 8 }],
  ['an added field', { note: '' }],
  ['an added release', { remotes: [...registry.remotes, ...registry.remotes] }],
  ['a hash', { remotes: [{ ...registry.remotes[0], live: exampleRelease({ integrity: { 'a.js': 'sha384-x' } }) }] }],
])('rejects a registry altered after signing: %s', async (_name, change) => {
  const signed = await sign(registry)
  await expect(verifyRegistry({ ...signed, ...change }, publicKey)).rejects.toThrow('was altered')
})

it('reports that a page served over http cannot verify signatures', async () => {
  const signed = await sign(registry)
  vi.stubGlobal('crypto', {})
  await expect(verifyRegistry(signed, publicKey)).rejects.toThrow('served over https')
})

it('reports that a browser without Ed25519 is too old', async () => {
  const signed = await sign(registry)
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(
    new DOMException('Algorithm: Unrecognized', 'NotSupportedError'),
  )
  await expect(verifyRegistry(signed, publicKey)).rejects.toThrow('This browser is too old')
})

it('rejects a truncated signature', async () => {
  const { signature, ...rest } = await sign(registry)
  const short = { ...rest, signature: { ...signature, value: signature.value.slice(0, 40) } }
  await expect(verifyRegistry(short, publicKey)).rejects.toThrow('was altered')
})
