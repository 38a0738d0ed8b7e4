import { canonicalBytes, keyIdOf } from '../signature'

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
export type TestKey = Awaited<ReturnType<typeof createTestKey>>
