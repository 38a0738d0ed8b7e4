import semver from 'semver'

/** A report of the public API, and its version. */
export interface ReportedApi {
  version: string
  /** By API Extractor. */
  report: string
}

/** Names of declarations, such as `TabProps`. */
export interface ApiChanges {
  removed: string[]
  changed: string[]
  added: string[]
}

const NAME = /^(?:export |abstract )*(?:class|const|enum|function|interface|type) (\w+)/

/** Compares two API reports, declaration by declaration. */
export function apiChanges(before: string, after: string): ApiChanges {
  const old = declarationsOf(before)
  const current = declarationsOf(after)
  const differing = [...old].filter(([name, text]) => current.has(name) && current.get(name) !== text)
  const extended = differing.filter(([name, text]) => withoutNewOptionals(current.get(name) ?? '', text) === text)
  return {
    removed: [...old.keys()].filter((name) => !current.has(name)),
    changed: differing.filter((declaration) => !extended.includes(declaration)).map(([name]) => name),
    added: [
      ...[...current.keys()].filter((name) => !old.has(name)),
      ...extended.map(([name]) => `optional members of ${name}`),
    ],
  }
}

/**
 * Checks a version against the API changes since the last release (semver). A removed or changed declaration needs a
 * major version, an added one a minor version; a pre-release of it will do.
 *
 * @returns the required version and its reason, or undefined when the version is high enough
 */
export function versionFinding(released: ReportedApi, current: ReportedApi): string | undefined {
  const changes = apiChanges(released.report, current.report)
  const lowest = lowestVersion(released.version, changes)
  if (semver.gte(current.version, lowest === released.version ? lowest : `${lowest}-0`)) return undefined
  const differences = Object.entries(changes)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind}: ${names.join(', ')}`)
    .join('; ')
  const reason = differences || 'older version'
  return `Compared with release ${released.version} (${reason}), the version must be ${lowest} or newer, not ${current.version}.`
}

function lowestVersion(released: string, { removed, changed, added }: ApiChanges): string {
  if (removed.length + changed.length > 0) return semver.inc(released, 'major') ?? released
  return added.length > 0 ? (semver.inc(released, 'minor') ?? released) : released
}

/** Maps names to declarations without comments, with the overloads of a function joined. Imports are omitted. */
function declarationsOf(report: string): Map<string, string> {
  const code = (/```ts\n([\s\S]*?)```/.exec(report)?.[1] ?? '').replaceAll(/^ *\/\/.*\n/gm, '')
  const blocks = code.split(/\n{2,}/).map((block) => block.trim())
  const declarations = new Map<string, string>()
  for (const block of blocks.filter((text) => text !== '' && !text.startsWith('import '))) {
    // A declaration with two names has an `export { open as start }`.
    const name = NAME.exec(block)?.[1] ?? block
    declarations.set(name, [declarations.get(name), block].filter(Boolean).join('\n'))
  }
  return declarations
}

/** Removes new optional members: they break neither consumers nor producers of the type. */
function withoutNewOptionals(declaration: string, before: string): string {
  const known = before.split('\n')
  return declaration
    .split('\n')
    .filter((line) => known.includes(line) || !/^ {4}(readonly )?\w+\?: [^{]+;$/.test(line))
    .join('\n')
}
