import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readKey } from './signing-key'
import { temporaryFolder } from './testing/store'

it.each([
  ['a file without a key', 'hello'],
  ['a key of another type', generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' })],
])('rejects %s', async (_name, pem) => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'key.pem'), pem)
  await expect(readKey(join(folder, 'key.pem'))).rejects.toThrow('key.pem is not a private Ed25519 key in PEM')
})
