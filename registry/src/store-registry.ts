import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type RegisteredRemote, Registry } from './registry'
import { readJsonFile, validJson, writeJsonFile } from './store-file'
import { withLock } from './store-lock'

/**
 * What is live in a store.
 *
 * @returns no remote when nothing was released yet; entries are relative to the registry
 * @throws Error when `registry.json` is not a registry
 */
export async function readRegistry(store: string): Promise<RegisteredRemote[]> {
  const registry = await readJsonFile(registryFile(store), Registry)
  return registry?.remotes ?? []
}

/**
 * Changes what is live. Readers see the old registry or the new one, never a part; changes at the same time follow
 * one another, from other processes too.
 *
 * @param change from what is live to what shall be
 * @throws Error when the change does not give a registry; the old one stays then
 */
export async function updateRegistry(
  store: string,
  change: (live: RegisteredRemote[]) => RegisteredRemote[],
): Promise<void> {
  await mkdir(store, { recursive: true })
  await withLock(join(store, '.registry.lock'), async () => {
    const file = registryFile(store)
    const remotes = change(await readRegistry(store))
    await writeJsonFile(file, validJson({ schema: 1, remotes }, file, Registry))
  })
}

/** The live remotes with one release in place of its remote's last. */
export function putLive(live: RegisteredRemote[], release: RegisteredRemote): RegisteredRemote[] {
  return [...live.filter(({ name }) => name !== release.name), release]
}

function registryFile(store: string): string {
  return join(store, 'registry.json')
}
