import canonicalize from 'canonicalize'
import * as v from 'valibot'
import { PathSegment } from './limits'

/** Ed25519 (RFC 8032) over the canonical JSON (RFC 8785) of a content. */
export const Signature = v.object({
  keyId: PathSegment,
  value: v.pipe(v.string(), v.maxLength(100), v.base64()),
})
export type Signature = v.InferOutput<typeof Signature>

/**
 * Verifies a signature: Ed25519 (RFC 8032) of the canonical JSON (RFC 8785) of a content, in UTF-8.
 *
 * @param publicKeys the 32 bytes of each trusted key, in base64
 * @returns why it is rejected, as a predicate such as `is signed with key 0123456789abcdef, …`; undefined when it is valid
 * @throws Error with the reason why this page or browser cannot verify it
 */
export async function signatureFault(
  content: unknown,
  { keyId, value }: Signature,
  publicKeys: readonly string[],
): Promise<string | undefined> {
  // Browsers provide `crypto.subtle` only in secure contexts: https or localhost.
  if (!crypto.subtle) throw new Error('Its signature can only be verified by a page that is served over https.')
  const trusted = await Promise.all(publicKeys.map(keyIdOf))
  const publicKey = publicKeys[trusted.indexOf(keyId)]
  if (publicKey === undefined) {
    const others = trusted.length > 0 ? `not with ${trusted.join(' or ')}` : 'but no key is trusted'
    return `is signed with key ${keyId}, ${others}`
  }
  const isValid = await isSignedBy(publicKey, value, canonicalBytes(content))
  return isValid ? undefined : `was altered after it was signed with key ${keyId}`
}

/**
 * The canonical JSON (RFC 8785) of a value, in UTF-8.
 *
 * @throws Error for what has none, such as half of a surrogate pair or `1e999`, and for nesting that exceeds the stack
 */
export function canonicalBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalize(value))
}

/** The id of a public key: the first 16 hexadecimal digits of its SHA-256. */
export async function keyIdOf(publicKey: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(publicKey))
  return [...new Uint8Array(digest).subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function isSignedBy(publicKey: string, signature: string, content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const key = await crypto.subtle
    .importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
    .catch((error: Error) => {
      if (error.name !== 'NotSupportedError') throw error
      throw new Error('This browser is too old to verify its Ed25519 signature: update the browser.')
    })
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), content)
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
