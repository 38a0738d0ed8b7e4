import { statSync } from 'node:fs'
import { chmod, link, mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { ReleaseStore, StoredFile } from '../release-store'
import { StoreError } from '../store-error'
import { temporaryName } from '../temporary-file'
import { sync } from './sync'

/** What the file system says where another program has put a folder or link for a file, or a file for a folder. */
const DAMAGED = ['EISDIR', 'ENOTDIR', 'EEXIST', 'ELOOP']
/** What `link` says where there are no hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Opens the release store in a folder of this machine, or of a volume that machines share. What it writes can be read by
 * everybody, whatever the umask.
 *
 * @param folder absolute path; it need not exist
 * @throws StoreError when it, or a part of its path, is no folder
 */
export function openFolder(folder: string): ReleaseStore {
  try {
    // The slash refuses a file, as the system refuses a path below one.
    statSync(`${folder}/`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const advice = 'pass the directory of a release store, or a new one (--store).'
    if (code === 'ENOTDIR') throw new StoreError('unreachable', `${folder} is not a directory: ${advice}`)
    if (code !== 'ENOENT') throw asStoreError(error, folder)
  }

  /** Runs an action with a complete file of a remote, which it renames or links to its path. */
  async function withFile<T>(
    path: string,
    content: Buffer | string,
    action: (complete: string, file: string) => Promise<T>,
  ): Promise<T> {
    const [remote = ''] = path.split('/')
    const [complete, file] = [join(folder, remote, temporaryName()), join(folder, path)]
    try {
      for (const target of [complete, file]) await makeFolder(dirname(target))
      await writeFile(complete, content)
      await chmod(complete, 0o644)
      await sync(complete)
      return await action(complete, file)
    } catch (error) {
      throw asStoreError(error, file)
    } finally {
      await rm(complete, { force: true }).catch(undefinedIfMissing)
    }
  }

  return {
    location: folder,
    read: (path) => readFile(join(folder, path)).catch((error) => undefinedIfMissing(error, join(folder, path))),

    create: (path, content) =>
      withFile(path, content, async (complete, file) => {
        try {
          await link(complete, file)
        } catch (error) {
          const { code = '' } = error as NodeJS.ErrnoException
          if (NO_LINKS.includes(code))
            throw new StoreError(
              'unreachable',
              `${folder} is on a file system without hard links, which a release store needs: use another one, or a bucket.`,
            )
          if (code !== 'EEXIST') throw error
          return (await readFile(file)).equals(Buffer.from(content))
        }
        await sync(dirname(file))
        return true
      }),

    replace: (path, content) =>
      withFile(path, content, async (complete, file) => {
        await makeLater(complete, file)
        await rename(complete, file)
        await sync(dirname(file))
      }),

    async remove(path) {
      const file = join(folder, path)
      await rm(file, { force: true }).catch(undefinedIfMissing)
      // Fails while the folder has other files.
      for (let parent = dirname(file); parent !== folder; parent = dirname(parent))
        if (await rmdir(parent).then(undefined, () => true)) break
    },

    async list(remote) {
      const entries = (await readdir(join(folder, remote), OPTIONS).catch(undefinedIfMissing)) ?? []
      const files = entries.filter((entry) => !entry.isDirectory())
      const found = await Promise.all(files.map((entry) => fileAt(folder, join(entry.parentPath, entry.name))))
      return found.flatMap((file) => file ?? [])
    },

    async remotes() {
      const entries = (await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing)) ?? []
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    },
  }
}

/** Web servers tell the contents of a file apart by its size and its time in whole seconds. */
async function makeLater(file: string, former: string): Promise<void> {
  const secondOf = async (path: string) => Math.floor((await stat(path)).mtimeMs / 1000)
  const next = ((await secondOf(former).catch(undefinedIfMissing)) ?? 0) + 1
  if ((await secondOf(file)) < next) await utimes(file, next, next)
}

const OPTIONS = { recursive: true, withFileTypes: true } as const

async function fileAt(folder: string, file: string): Promise<StoredFile | undefined> {
  const found = await stat(file).catch(undefinedIfMissing)
  return found && { path: relative(folder, file).split(sep).join('/'), modifiedMs: found.mtimeMs }
}

/** Creates a folder and those above it. What exists keeps its mode. */
async function makeFolder(path: string): Promise<void> {
  // Where it may not write, the recursive one says that a folder is missing.
  const first = await mkdir(path, { recursive: true }).catch(() => mkdir(path).then(() => path))
  for (let made = path; first !== undefined && made.startsWith(first); made = dirname(made)) {
    await chmod(made, 0o755)
    await sync(dirname(made))
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException, path?: string): undefined {
  // Nothing exists below a file.
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw asStoreError(error, path)
}

/** @returns an error that names the path, or the same one if it is none of the file system */
function asStoreError(error: unknown, path = ''): unknown {
  if (error instanceof StoreError || !(error instanceof Error && 'code' in error && error.code)) return error
  const code = String(error.code)
  const message = error.message.includes(path) ? error.message : `${error.message} '${path}'`
  return new StoreError(DAMAGED.includes(code) ? 'damaged' : 'unreachable', message, code)
}
