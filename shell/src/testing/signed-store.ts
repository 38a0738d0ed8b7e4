import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RegisteredRemote } from '@canje/registry'
import { createKey, makeLive, openStore, publicKeyOf, rekey } from '@canje/release-store'

/** A release store on disk whose registry is signed with a generated key. */
export async function signedStore() {
  const folder = await mkdtemp(join(tmpdir(), 'canje-shell-'))
  const store = openStore(folder)
  let key = createPrivateKey(createKey())
  return {
    publicKey: publicKeyOf(key),
    /** Makes the live releases of `remotes` live in this store. @returns the text of the registry */
    async release(...remotes: RegisteredRemote[]): Promise<string> {
      const releases = remotes.map(({ name, live }) => ({ name, release: live }))
      // Of the files, only the folder is needed.
      for (const { name, release } of releases) await mkdir(join(folder, name, release.version), { recursive: true })
      await makeLive(store, releases, key)
      return readFile(join(folder, 'registry.json'), 'utf8')
    },
    /** Signs the registry with another key. @returns its text */
    async rekey(next: KeyObject): Promise<string> {
      await rekey(store, key, next)
      key = next
      return readFile(join(folder, 'registry.json'), 'utf8')
    },
    close: () => rm(folder, { recursive: true }),
  }
}
