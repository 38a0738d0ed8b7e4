import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Registry, Signature } from '../registry'
import { keyIdOf, signedBytes } from '../signature'

/** @returns a new private Ed25519 key, PKCS #8 in PEM: keep it where only those who release can read it */
export function createKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/**
 * @param file a private Ed25519 key in PEM
 * @throws Error when the file cannot be read or holds no such key
 */
export async function readKey(file: string): Promise<KeyObject> {
  const pem = await readFile(file, 'utf8')
  const key = parseKey(pem)
  if (key?.asymmetricKeyType !== 'ed25519') {
    throw new Error(`${file} is no private Ed25519 key in PEM: make one with "openssl genpkey -algorithm ed25519".`)
  }
  return key
}

/** @returns what shells are given as `registryKey`: the 32 bytes of the public key, in base64 */
export function publicKeyOf(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}

/** @returns the registry with a signature of its content in place of any it had */
export async function signRegistry(registry: Registry, key: KeyObject): Promise<Registry & { signature: Signature }> {
  const value = sign(null, signedBytes(registry), key).toString('base64')
  return { ...registry, signature: { keyId: await keyIdOf(publicKeyOf(key)), value } }
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
