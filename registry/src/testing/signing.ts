import type { Release } from '../release'
import { canonicalBytes, keyIdOf } from '../signature'
import { entryContent, stampContent } from '../signed-content'

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
    /** Signs a registry. */
    async sign<T extends Record<string, unknown>>(registry: T) {
      const { signature: _, ...content } = registry
      return { ...registry, signature: await signatureOf(content) }
    },
    signatureOf,
  }
}

function base64Of(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** The content of a registry of schema 3. */
interface SignedContent {
  storeId?: string
  remotes: Record<string, unknown>[]
  stamp?: object
}

/** An entry of schema 3 without its signature, for tests. */
export function exampleEntry(name: string, live: Release | null, changes: Record<string, unknown> = {}) {
  return { name, serial: 10, live, next: null, previous: [], withdrawn: [], change: CHANGE, ...changes }
}
const CHANGE = { command: 'publish', before: null }

/** Signs an entry of schema 3 for a store. */
export async function signEntry<Entry extends Record<string, unknown>>(
  entry: Entry,
  key: TestKey,
  storeId = 'store-1',
) {
  return { ...entry, signature: await key.signatureOf(entryContent(storeId, entry)) }
}

/** A registry of schema 3 with these signed entries, and a stamp of today by an operator. */
export async function signedRegistry(
  { storeId = 'store-1', remotes, stamp: changes }: SignedContent,
  operator: TestKey,
) {
  const serials = Object.fromEntries(remotes.map(({ name, serial }) => [String(name), serial]))
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const stamp = { at: day(0), expires: day(7), serials, ...changes }
  return {
    schema: 3,
    storeId,
    remotes,
    stamp: { ...stamp, signature: await operator.signatureOf(stampContent(storeId, stamp)) },
  }
}
