import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { excerpt, findingsOf, RelativePath } from '@canje/registry'
import { hashOfFile } from '@canje/release-store'
import * as v from 'valibot'
import { asCommandError } from '../../project/command-error'
import { type Finding, Refusal } from '../findings'
import { readArchive } from './archive'
import { FILES, REPORT, Report } from './packed-report'

type Files = Map<string, Uint8Array>

/**
 * Unpacks a file that anybody may have written. Its files are those of its report.
 *
 * @param folder absolute path of an empty folder
 * @throws Refusal when it is no packed release
 */
export async function unpack(file: string, folder: string): Promise<Report> {
  const { report, files } = await readPacked(file)
  for (const [path, content] of files) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content, { flag: 'wx' })
  }
  return report
}

async function readPacked(file: string): Promise<{ report: Report; files: Files }> {
  try {
    const contents = await readArchive(file, isPacked)
    const report = readReport(contents.get(REPORT))
    contents.delete(REPORT)
    const files = new Map([...contents].map(([name, content]) => [name.slice(FILES.length), content]))
    requireUnchanged(files, report)
    return { report, files }
  } catch (error) {
    throw new Refusal([invalid(file, asCommandError(error).message)])
  }
}

/** No name leads out of a folder, because none is absolute and no part of one begins with a dot. */
function isPacked(name: string): boolean {
  return name === REPORT || (name.startsWith(FILES) && v.is(RelativePath, name.slice(FILES.length)))
}

/** @throws Error in one line */
function readReport(content: Uint8Array | undefined): Report {
  if (!content) throw new Error(`it has no ${REPORT}`)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), new TextDecoder().decode(content))
  if (parsed.success) return parsed.output
  throw new Error(`its ${REPORT} is not valid. ${findingsOf('', parsed.issues).join('; ')}`)
}

/** @throws Error in one line */
function requireUnchanged(files: Files, report: Report): void {
  const missing = Object.keys(report.files).filter((path) => !files.has(path))
  const others = [...files].filter(([path, content]) => report.files[path] !== hashOfFile(content))
  const changes = [
    ...missing.map((path) => `${path} is missing`),
    ...others.map(([path]) => `${path} ${Object.hasOwn(report.files, path) ? 'was changed' : 'was added'}`),
  ]
  if (changes.length > 0) throw new Error(`its files are not those that were checked: ${changes.join(', ')}`)
}

function invalid(file: string, reason: string): Finding {
  const message = `${file} is no packed release: ${excerpt(reason).replace(/\.$/, '')}.`
  const fix =
    'Pass the file that pack wrote, or pack the remote again: npm run release -- pack. If it was changed, find out by whom.'
  return { code: 'packed-invalid', message, fix }
}
