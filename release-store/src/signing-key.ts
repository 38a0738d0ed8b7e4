import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { canonicalBytes, keyIdOf, type Signature } from '@canje/registry'

/**
 * Creates a private Ed25519 key. Only people and jobs that release should be able to read it.
 *
 * @returns the key as PKCS #8 in PEM
 */
export function createKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/**
 * Reads a signing key.
 *
 * @param file a private Ed25519 key in PEM
 * @throws Error when the file cannot be read or has no such key
 */
export async function readKey(file: string): Promise<KeyObject> {
  const pem = await readFile(file, 'utf8')
  const key = parseKey(pem)
  if (key?.asymmetricKeyType !== 'ed25519') {
    throw new Error(
      `${file} is not a private Ed25519 key in PEM: create one with "openssl genpkey -algorithm ed25519".`,
    )
  }
  return key
}

/** Returns the public key for a shell's configuration: its 32 bytes, in base64. */
export function publicKeyOf(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}

/** Signs the canonical JSON of a content, as `signatureFault` verifies it. */
export async function signatureOf(content: unknown, key: KeyObject): Promise<Signature> {
  const value = sign(null, canonicalBytes(content), key).toString('base64')
  return { keyId: await keyIdOf(publicKeyOf(key)), value }
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
