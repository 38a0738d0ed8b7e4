import { createPrivateKey } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { keyIdOf } from '@canje/registry'
import { createKey, publicKeyOf } from '@canje/release-store'
import type { Context } from '../context'
import { Refusal } from '../findings'
import type { Outcome } from '../outcome'

/** Makes a key pair, and prints it; with `--out`, the private key is in that file only. */
export async function keygen({ options: { out } }: Context): Promise<Outcome> {
  const privateKey = createKey()
  const publicKey = publicKeyOf(createPrivateKey(privateKey))
  const pair = { publicKey, keyId: await keyIdOf(publicKey) }
  const lines = [`publicKey: ${pair.publicKey}`, `keyId: ${pair.keyId}`]
  if (out === undefined) return { result: { privateKey, ...pair }, lines: [privateKey.trim(), ...lines], findings: [] }
  try {
    await writeFile(out, privateKey, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const fix = 'Name another file: a key that was lost cannot be restored.'
    throw new Refusal([{ code: 'key-exists', message: `${out} exists and is not overwritten.`, fix }])
  }
  return { result: pair, lines: [`${out} has the private key.`, ...lines], findings: [] }
}
