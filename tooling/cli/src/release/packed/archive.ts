import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { excerpt } from '@canje/registry'
import { unpackTar } from 'modern-tar'

/** Unpacked, in megabytes: a release has at most 50. */
const MAX_SIZE = 64
const MAX_BYTES = MAX_SIZE * 1_000_000

/**
 * Reads the files of an archive into memory. Folders are left out.
 *
 * @param isAllowed filters names
 * @throws Error in one line when it is damaged or too large, or has a link, or a name that is not allowed
 */
export async function readArchive(
  file: string,
  isAllowed: (name: string) => boolean,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const { header, data } of await unpackTar(await unzip(file), { strict: true }).catch(damaged)) {
    if (header.type === 'directory') continue
    const name = excerpt(header.name)
    if (header.type !== 'file' || !data) throw new Error(`"${name}" in it is not a file, but a ${header.type}`)
    if (!isAllowed(header.name)) throw new Error(`"${name}" in it is no name that pack writes`)
    contents.set(header.name, data)
  }
  return contents
}

async function unzip(file: string): Promise<Buffer> {
  const packed = await readFile(file).catch((error) => {
    throw new Error(`it cannot be read (${error.code})`)
  })
  return promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES }).catch(({ code }) => {
    if (code !== 'ERR_BUFFER_TOO_LARGE') return damaged()
    throw new Error(`it has more than ${MAX_SIZE} MB when it is unpacked`)
  })
}

function damaged(): never {
  throw new Error('it is no complete .tgz archive')
}
