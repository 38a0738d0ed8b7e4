import { signedContent } from '../registry'
import type { Release } from '../release'
import { canonicalBytes, keyIdOf } from '../signature'

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

/** An entry without its signature, for tests. */
export function exampleEntry(name: string, live: Release, changes: Record<string, unknown> = {}) {
  return { name, serial: 10, live, next: null, previous: [], withdrawn: [], change: CHANGE, ...changes }
}
const CHANGE = { command: 'publish', before: null }

/** Signs an entry for a store. */
export async function signEntry<Entry extends Record<string, unknown>>(
  entry: Entry,
  key: TestKey,
  storeId = 'store-1',
) {
  return { ...entry, signature: await key.signatureOf(signedContent(storeId, entry)) }
}

/** A registry with these signed entries. */
export function exampleRegistry(remotes: Record<string, unknown>[], storeId = 'store-1') {
  return { format: 1, storeId, remotes }
}
