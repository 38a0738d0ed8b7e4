import type { KeyObject } from 'node:crypto'
import { readKey } from '@canje/release-store'
import { asCommandError } from '../../project/command-error'
import type { CheckResult } from '../findings'

/**
 * Reads the private key that signs the registry.
 *
 * @param file path of a PEM file
 * @param option command-line option that names the file, for the error message
 */
export async function readReleaseKey(file: string, option = '--key'): Promise<CheckResult<KeyObject>> {
  try {
    return { value: await readKey(file), findings: [] }
  } catch (error) {
    const fix = `Pass the private key that the shells trust: ${option} <pem>. npm start creates one in DATA_DIR.`
    return { findings: [{ code: 'key-unusable', message: asCommandError(error).message, fix }] }
  }
}
