import { rename, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { hashOfFile, readBuilt } from '@canje/release-store'
import { packTar } from 'modern-tar'
import { FILES, REPORT, type Report } from './packed-report'

/**
 * Packs the files of a staged release into a gzip-compressed tar archive, which is written in one step.
 *
 * @param folder absolute path of its files
 */
export async function writePacked(
  file: string,
  folder: string,
  facts: Pick<Report, 'shells' | 'tests'>,
): Promise<void> {
  const files = [...(await readBuilt(folder))]
  const report: Report = {
    format: 1,
    packedAt: new Date().toISOString(),
    ...facts,
    files: Object.fromEntries(files.map(([path, content]) => [path, hashOfFile(content)])),
  }
  const packed = files.map(([path, content]) => [FILES + path, content] as const)
  const contents = [[REPORT, Buffer.from(JSON.stringify(report, null, 2))] as const, ...packed]
  // Equal contents give equal bytes.
  const entries = contents.map(([name, body]) => ({
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
