import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { excerpt, findingsOf, Integrity, RelativePath, ReleaseManifest } from '@canje/registry'
import { valid } from 'semver'
import * as v from 'valibot'
import { asCommandError } from '../../project/command-error'
import type { CheckResult, Finding } from '../findings'
import { readArchive } from './archive'
import { FILES, hashOf, MANIFEST, MAX_PACKED_FILES, REPORT, Report } from './report'

/** With the report. */
const MAX_ENTRIES = MAX_PACKED_FILES + 1
const MAX_JSON_BYTES = 500_000
const MAX_NAMES = 5

/** `release.json` with exactly the fields that `pack` writes. */
const PackedManifest = v.strictObject({
  ...ReleaseManifest.entries,
  version: v.pipe(
    ReleaseManifest.entries.version,
    v.check((version) => valid(version) !== null, 'must be a semantic version, as in 1.2.0'),
  ),
  integrity: Integrity,
})

/** A release and what `pack` states about it. */
export interface Packed {
  manifest: ReleaseManifest
  report: Report
}

/**
 * Unpacks a file that anybody may have written. Its files are those of its report.
 *
 * @param folder absolute path of an empty folder
 */
export async function unpack(file: string, folder: string): Promise<CheckResult<Packed>> {
  const { value: packed, findings } = await readPacked(file)
  if (!packed) return { findings }
  for (const [path, content] of packed.files) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content, { flag: 'wx' })
  }
  return { value: packed, findings: [] }
}

type Files = Map<string, Uint8Array>

async function readPacked(file: string): Promise<CheckResult<Packed & { files: Files }>> {
  try {
    const contents = await readArchive(file, isPacked, MAX_ENTRIES)
    const report = jsonIn(contents, REPORT, Report)
    contents.delete(REPORT)
    const files = new Map([...contents].map(([name, content]) => [name.slice(FILES.length), content]))
    const changes = changesOf(files, report)
    if (changes.length > 0) return { findings: [changed(file, changes)] }
    return { value: { report, files, manifest: jsonIn(files, MANIFEST, PackedManifest) }, findings: [] }
  } catch (error) {
    return { findings: [invalid(file, asCommandError(error).message)] }
  }
}

/** No name leads out of a folder, because none is absolute and no part of one begins with a dot. */
function isPacked(name: string): boolean {
  return name === REPORT || (name.startsWith(FILES) && v.is(RelativePath, name.slice(FILES.length)))
}

/** @throws Error in one line */
function jsonIn<T>(files: Files, name: string, schema: v.GenericSchema<unknown, T>): T {
  const content = files.get(name)
  if (!content) throw new Error(`it has no ${name}`)
  if (content.length > MAX_JSON_BYTES) throw new Error(`its ${name} has more than ${MAX_JSON_BYTES} bytes`)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), new TextDecoder().decode(content))
  if (parsed.success) return parsed.output
  throw new Error(`its ${name} is not valid. ${findingsOf('', parsed.issues).join('; ')}`)
}

function changesOf(files: Files, report: Report): string[] {
  const missing = Object.keys(report.files).filter((path) => !files.has(path))
  const others = [...files].filter(([path, content]) => report.files[path] !== hashOf(content))
  return [
    ...missing.map((path) => `${path} is missing`),
    ...others.map(([path]) => `${path} ${Object.hasOwn(report.files, path) ? 'was changed' : 'was added'}`),
  ]
}

function changed(file: string, changes: string[]): Finding {
  const more = changes.length > MAX_NAMES ? ` and ${changes.length - MAX_NAMES} more` : ''
  const message = `The files in ${file} are not those that were checked: ${changes.slice(0, MAX_NAMES).join(', ')}${more}.`
  return { code: 'packed-changed', message, fix: `Find out who changed it, and ${PACK_AGAIN}` }
}

function invalid(file: string, reason: string): Finding {
  const message = `${file} is no packed release: ${excerpt(reason).replace(/\.$/, '')}.`
  return { code: 'packed-invalid', message, fix: `Pass the file that pack wrote, or ${PACK_AGAIN}` }
}

const PACK_AGAIN = 'pack the remote again: npm run release -- pack'
