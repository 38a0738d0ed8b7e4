import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createKey, publicKeyOf, readKey } from './signing-key'
import { temporaryFolder } from './testing/store'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => rm(folder, { recursive: true }))

async function stored(pem: string): Promise<string> {
  const file = join(folder, 'key.pem')
  await writeFile(file, pem)
  return file
}

it('reads a key from createKey and returns its public half', async () => {
  const key = await readKey(await stored(createKey()))
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  expect(publicKeyOf(key)).toBe(spki.subarray(-32).toString('base64'))
})

it.each([
  ['a file without a key', () => 'hello'],
  [
    'a key of another type',
    () => generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ],
])('rejects %s', async (_name, pem) => {
  await expect(readKey(await stored(pem()))).rejects.toThrow('key.pem is not a private Ed25519 key in PEM')
})
