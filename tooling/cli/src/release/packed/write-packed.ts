import { rename, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { packTar } from 'modern-tar'
import { filesIn } from '../checks/unverified-scripts'
import { FILES, hashOf, REPORT, type Report } from './report'

/**
 * Packs the files of a staged release.
 *
 * @param folder absolute path of its files
 */
export async function writePacked(
  file: string,
  folder: string,
  facts: Pick<Report, 'shells' | 'tests'>,
): Promise<void> {
  // The store makes compressed copies by itself.
  const files = (await filesIn(folder)).filter(({ path }) => !/\.(br|gz)$/.test(path))
  const hashes = files.map(({ path, content }) => [path, hashOf(content)] as const)
  const report: Report = {
    format: 1,
    packedAt: new Date().toISOString(),
    ...facts,
    files: Object.fromEntries(hashes),
  }
  const contents = files.map(({ path, content }) => [FILES + path, content] as const)
  await writeArchive(file, new Map([[REPORT, Buffer.from(JSON.stringify(report, null, 2))], ...contents]))
}

/** Writes a gzip-compressed tar archive in one step. Equal contents give equal bytes. */
async function writeArchive(file: string, contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const entries = [...contents].map(([name, body]) => ({
    header: { name, size: body.length, type: 'file' as const, mode: 0o644, mtime: new Date(0) },
    body,
  }))
  const temporary = `${file}.part`
  try {
    await writeFile(temporary, await promisify(gzip)(await packTar(entries)))
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}
