import { afterEach, expect, it, vi } from 'vitest'
import { keyIdOf, signatureFault } from './signature'
import { exampleRelease } from './testing/example'
import { createTestKey } from './testing/signing'

const [own, other] = await Promise.all([createTestKey(), createTestKey()])
const content = { n: 7, live: exampleRelease(), previous: [] }
const signature = await own.signatureOf(content)

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('accepts signed content, whatever its key order and white space', async () => {
  const { live, ...rest } = content
  const sent = JSON.parse(JSON.stringify({ live, ...rest }, null, 4))
  expect(await signatureFault(sent, signature, [own.publicKey])).toBeUndefined()
})

it('accepts a signature of any trusted key, and none without one', async () => {
  expect(await signatureFault(content, signature, [other.publicKey, own.publicKey])).toBeUndefined()
  expect(await signatureFault(content, signature, [own.publicKey, other.publicKey])).toBeUndefined()
  expect(await signatureFault(content, signature, [])).toMatch(/^is signed with key \w{16}, but no key is trusted$/)
})

it('rejects another key, even with the id of a trusted one', async () => {
  const foreign = await other.signatureOf(content)
  const trusted = [own.publicKey, (await createTestKey()).publicKey]
  expect(await signatureFault(content, foreign, trusted)).toMatch(
    /^is signed with key \w{16}, not with \w{16} or \w{16}$/,
  )
  const disguised = { ...foreign, keyId: await keyIdOf(own.publicKey) }
  expect(await signatureFault(content, disguised, trusted)).toMatch(/^was altered after it was signed with key \w{16}$/)
})

it('rejects content that was altered, and a truncated or empty signature', async () => {
  expect(await signatureFault({ ...content, note: '' }, signature, [own.publicKey])).toContain('was altered')
  for (const value of [signature.value.slice(0, 40), ''])
    expect(await signatureFault(content, { ...signature, value }, [own.publicKey])).toContain('was altered')
})

it('reports that a page served over http cannot verify signatures', async () => {
  vi.stubGlobal('crypto', {})
  await expect(signatureFault(content, signature, [own.publicKey])).rejects.toThrow('served over https')
})

it('reports that a browser without Ed25519 is too old', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(
    new DOMException('Algorithm: Unrecognized', 'NotSupportedError'),
  )
  await expect(signatureFault(content, signature, [own.publicKey])).rejects.toThrow('This browser is too old')
})
