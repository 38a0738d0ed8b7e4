import type { KeyObject } from 'node:crypto'
import { readKey } from 'registry/store'
import { asCommandError } from 'workspace'
import type { Checked } from '../findings'

/**
 * Reads the private key that signs the registry.
 *
 * @param option the one of the command line that names the file
 */
export async function readReleaseKey(file: string, option = '--key'): Promise<Checked<KeyObject>> {
  try {
    return { value: await readKey(file), findings: [] }
  } catch (error) {
    const fix = `Name the key whose public half the shells have: ${option} <pem>. npm start makes one in DATA_DIR.`
    return { findings: [{ code: 'key-unusable', message: asCommandError(error).message, fix }] }
  }
}
