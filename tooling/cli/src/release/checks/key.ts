import type { KeyObject } from 'node:crypto'
import { readKey } from '@canje/release-store'
import { asCommandError } from '../../project/command-error'
import type { CheckResult } from '../findings'

/**
 * Reads a private key that signs releases.
 *
 * @param file path of a PEM file
 */
export async function readReleaseKey(file: string): Promise<CheckResult<KeyObject>> {
  try {
    return { value: await readKey(file), findings: [] }
  } catch (error) {
    const fix = `Pass the private key that the shells trust: --key <pem>. npm start creates one in DATA_DIR.`
    return { findings: [{ code: 'key-unusable', message: asCommandError(error).message, fix }] }
  }
}
