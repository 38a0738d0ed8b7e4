import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import semver from 'semver'
import { emitDeclarations } from './declarations'
import { rollUp } from './roll-up'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
const HEADER =
  '// The public API as the compiler declares it. Made by `npm run api-report -w shared-auth`; not to be edited.'

/**
 * The public API of a package in one text, the same text as long as the API is the same: every exported declaration and
 * what it is made of, by name and without comments, after the packages whose types it uses.
 *
 * @param directory absolute path of a package whose public entry is `src/index.ts`
 * @throws Error with the compiler's output when the entry does not compile
 */
export function apiReport(directory: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'canje-api-'))
  try {
    const declarations = rollUp(emitDeclarations(directory, folder))
    return formatted([HEADER, ...typePackages(directory, declarations), ...declarations].join('\n\n'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A new major version of a package changes every declaration that is made of its types. */
function typePackages(directory: string, declarations: string[]): string[] {
  const manifest = readFileSync(join(directory, 'package.json'), 'utf8')
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(manifest)
  return Object.entries(dependencies)
    .filter(([name]) => declarations.some((declaration) => new RegExp(`['"]${name}['"]`).test(declaration)))
    .map(([name, version]) => `// with the types of ${name} ${semver.major(version)}`)
    .sort()
}

function formatted(code: string): string {
  const args = [BIOME, 'format', '--stdin-file-path=api-report.d.ts']
  return execFileSync(process.execPath, args, { cwd: ROOT, input: code, encoding: 'utf8' })
}
