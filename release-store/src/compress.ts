import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg)$/
const MIN_BYTES = 1024

/** Whether a file is the compressed copy of another one, or in a folder that is named like one. */
export const isCompressed = (file: string) => /\.(br|gz)(\/|$)/.test(file)

/** The names of the compressed copies that a file may have. */
export const compressedCopiesOf = (file: string) => (COMPRESSIBLE.test(file) ? [`${file}.br`, `${file}.gz`] : [])

/** @returns the content of a compressed copy; undefined when it is malformed */
export async function decompressed(file: string, content: Buffer): Promise<Buffer | undefined> {
  const decompress = file.endsWith('.br') ? brotliDecompress : gunzip
  return promisify<Buffer, Buffer>(decompress)(content).catch(() => undefined)
}

/** Compresses a file, unless it is small, or no script, style sheet or SVG. @returns the copies by name */
export async function compressedFiles(file: string, content: Buffer): Promise<[copy: string, content: Buffer][]> {
  if (!COMPRESSIBLE.test(file) || content.length < MIN_BYTES) return []
  const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  return [
    [`${file}.br`, await promisify(brotliCompress)(content, size)],
    [`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })],
  ]
}

/** Writes `.br` and `.gz` files beside the files of a build, for static precompressed serving. */
export async function compress(directory: string): Promise<void> {
  const files = (await readdir(directory, { recursive: true })).filter((file) => COMPRESSIBLE.test(file))
  await Promise.all(
    files.map(async (file) => {
      const copies = await compressedFiles(file, await readFile(join(directory, file)))
      for (const [copy, content] of copies) await writeFile(join(directory, copy), content)
    }),
  )
}
