import { randomUUID } from 'node:crypto'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Names of {@link temporaryFolder}. */
const TEMPORARY_FOLDER = new RegExp(`^\\.release-${UUID}$`)
/** Names of {@link temporaryFile} in the folder of the store. */
const TEMPORARY_FILE = new RegExp(`^\\.registry\\.(json|lock)\\.${UUID}$`)

/** Returns the path of a new temporary folder of a remote, for a release that is being published or deleted. */
export function temporaryFolder(remote: string): string {
  return join(remote, `.release-${randomUUID()}`)
}

/** Returns the path of a new file, or of a folder, that will be renamed to another one. */
export function temporaryFile(folder: string, name: string): string {
  return join(folder, `.${name.replace(/^\./, '')}.${randomUUID()}`)
}

/** What a store holds beside its registry, as paths relative to the store. */
export interface StoreContent {
  /** Folders with a `release.json`. */
  releases: string[]
  /** What publications, deletions, changes of the registry and locks left that are running or were interrupted. */
  temporary: string[]
  /** Entries that are neither. Hidden ones, such as a lock, do not count, nor do empty folders. */
  unknown: string[]
}

/** Lists the content of a store, sorted by path. */
export async function contentOf(store: string): Promise<StoreContent> {
  const content: StoreContent = { releases: [], temporary: [], unknown: [] }
  for (const { name, isFolder } of await entriesOf(store)) {
    if (TEMPORARY_FILE.test(name)) content.temporary.push(name)
    if (name.startsWith('.') || name === 'registry.json' || name === 'history') continue
    const entries = isFolder ? await entriesOf(join(store, name)) : []
    if (!isFolder) content.unknown.push(name)
    for (const entry of entries) await sortIn(content, store, join(name, entry.name), entry)
  }
  return content
}

interface Entry {
  name: string
  isFolder: boolean
}

async function sortIn(content: StoreContent, store: string, path: string, { name, isFolder }: Entry): Promise<void> {
  if (isFolder && TEMPORARY_FOLDER.test(name)) content.temporary.push(path)
  else if (isFolder && (await exists(join(store, path, 'release.json')))) content.releases.push(path)
  else if (isFolder || !name.startsWith('.')) content.unknown.push(path)
}

async function entriesOf(directory: string): Promise<Entry[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  return entries
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
