import semver from 'semver'

/** A report of the public API, and its version. */
export interface ReportedApi {
  version: string
  /** By API Extractor. */
  report: string
}

const NAME = /^(?:export |abstract )*(?:class|const|enum|function|interface|type) (\w+)/

/** Compares two API reports. @returns what each changed declaration needs, by its name, such as `TabProps` */
export function apiChanges(before: string, after: string): Record<string, 'major' | 'minor'> {
  const old = declarationsOf(before)
  const current = declarationsOf(after)
  const changed = [...old.keys(), ...current.keys()].filter((name) => old.get(name) !== current.get(name))
  return Object.fromEntries(
    changed.map((name) => [name, isAddition(old.get(name), current.get(name)) ? 'minor' : 'major']),
  )
}

/**
 * Checks a version against the API changes since the last release (semver). A removed or changed declaration needs a
 * major version, an added one a minor version; a pre-release of it will do.
 *
 * @returns the required version and its reason, or undefined when the version is high enough
 */
export function versionFinding(released: ReportedApi, current: ReportedApi): string | undefined {
  const changes = Object.entries(apiChanges(released.report, current.report))
  const needs = changes.map(([, need]) => need)
  const need = needs.includes('major') ? 'major' : needs[0]
  const lowest = need ? `${semver.inc(released.version, need)}` : released.version
  if (semver.gte(current.version, need ? `${lowest}-0` : lowest)) return undefined
  const reason = changes.map(([name, need]) => `${need}: ${name}`).join(', ') || 'older version'
  return `Compared with release ${released.version} (${reason}), the version must be ${lowest} or newer, not ${current.version}.`
}

/** Maps names to declarations without comments, with the overloads of a function joined. Imports are omitted. */
function declarationsOf(report: string): Map<string, string> {
  const code = (/```ts\n([\s\S]*?)```/.exec(report)?.[1] ?? '').replaceAll(/^ *\/\/.*\n/gm, '')
  const blocks = code.split(/\n{2,}/).map((block) => block.trim())
  const declarations = new Map<string, string>()
  for (const block of blocks.filter((text) => text !== '' && !text.startsWith('import '))) {
    const name = NAME.exec(block)?.[1] ?? block
    // A declaration with two names has an `export { open as start }`, and for its own an `export { open }` at its end.
    const own = `\nexport { ${name} }`
    const declaration = block.includes(own) ? `export ${block.replace(own, '')}` : block
    declarations.set(name, [declarations.get(name), declaration].filter(Boolean).join('\n'))
  }
  return declarations
}

/** A line of an optional member, or of another name. */
const ADDITION = /^ {4}(readonly )?\w+\?: [^{]+;$|^export \{ \w+ as \w+ \}$/

/** A type parameter with a default, after the name of a type. */
const DEFAULTED = /^(export interface \w+)<\w+ = \w+>/

/** Whether a declaration is new, or has only additions: they break neither consumers nor producers of the type. */
function isAddition(before: string | undefined, current = ''): boolean {
  const known = before?.split('\n')
  const declaration = before && DEFAULTED.test(before) ? current : current.replace(DEFAULTED, '$1')
  const isKnown = (line: string) => known?.includes(line) || !ADDITION.test(line)
  return before === undefined || declaration.split('\n').filter(isKnown).join('\n') === before
}
