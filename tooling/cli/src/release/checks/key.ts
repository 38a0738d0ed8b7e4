import type { KeyObject } from 'node:crypto'
import { readKey } from '@canje/release-store'
import { Refusal } from '../findings'

/**
 * Reads a private key that signs releases.
 *
 * @param file path of a PEM file
 * @throws Refusal when it is unusable
 */
export async function readReleaseKey(file: string): Promise<KeyObject> {
  try {
    return await readKey(file)
  } catch (error) {
    const fix =
      'Pass the path of the private key that the shells trust: --key <pem>. npm start creates one in DATA_DIR.'
    const { code, message } = error as NodeJS.ErrnoException
    // The path of a file that cannot be read may be the key itself.
    const unread = code && `The file of the private key cannot be read: ${code}.`
    throw new Refusal([{ code: 'key-unusable', message: unread ?? message, fix }])
  }
}
