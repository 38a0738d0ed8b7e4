import { canonicalBytes, keyIdOf } from '../signature'
import { signedContent } from '../state'
import { exampleRelease } from './example'

/** A key for tests. */
export type TestKey = Awaited<ReturnType<typeof createTestKey>>

/** An Ed25519 key for tests. */
export async function createTestKey() {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('An Ed25519 key is a pair.')
  const { privateKey } = pair
  const publicKey = base64Of(await crypto.subtle.exportKey('raw', pair.publicKey))
  const signatureOf = async (content: unknown) => ({
    keyId: await keyIdOf(publicKey),
    value: base64Of(await crypto.subtle.sign('Ed25519', privateKey, canonicalBytes(content))),
  })
  return {
    /** The 32 bytes of the public key, in base64. */
    publicKey,
    signatureOf,
  }
}

function base64Of(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** A state without its signature, for tests. */
export function exampleState(changes: Record<string, unknown> = {}) {
  const change = { command: 'publish', at: '2026-11-20T12:00:00.000Z', before: null }
  const place = { format: 1 as const, storeId: 'store-1', name: 'mf-codes', epoch: 1, n: 1 }
  return { ...place, live: exampleRelease(), next: null, previous: [], withdrawn: [], pruned: [], change, ...changes }
}

/** Signs a state. */
export async function signState<Content extends Record<string, unknown>>(content: Content, key: TestKey) {
  return { ...content, signature: await key.signatureOf(signedContent(content)) }
}
