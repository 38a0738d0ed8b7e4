import semver from 'semver'

/** A report of the public API, and its version. */
export interface ReportedApi {
  version: string
  report: string
}

/** Names of declarations, such as `TabProps`. */
export interface ApiChanges {
  removed: string[]
  changed: string[]
  added: string[]
}

const EXPORT_LIST = /^export \{([^}]*)\}$/

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

/** Maps names to declarations, with the overloads of a function joined. Imports are omitted. */
function declarationsOf(report: string): Map<string, string> {
  const blocks = report.trim().split('\n\n')
  const declarations = new Map<string, string>()
  for (const block of blocks.filter((text) => !text.startsWith('import ') && !EXPORT_LIST.test(text))) {
    const name = nameOf(block)
    declarations.set(name, [declarations.get(name), block].filter(Boolean).join('\n'))
  }
  return new Map([...declarations, ...blocks.flatMap((block) => exportedDeclarations(block, declarations))])
}

/** Expands `export { open, open as start }`, the form of a declaration with two names, to one declaration per name. */
function exportedDeclarations(block: string, declarations: Map<string, string>): [string, string][] {
  const names = EXPORT_LIST.exec(block)?.[1]?.match(/\w+( as \w+)?/g) ?? []
  return names.map((entry) => {
    const [own = '', name = own] = entry.split(' as ')
    const text = declarations.get(own) ?? ''
    return [name, text.replaceAll(/^declare /gm, 'export declare ').replaceAll(new RegExp(`\\b${own}\\b`, 'g'), name)]
  })
}

function nameOf(block: string): string {
  const [, name] =
    block.match(/^(?:export |declare |abstract )*(?:class|const|enum|function|interface|type) (\w+)/) ?? []
  return name ?? block
}

/** Removes new optional members: they break neither consumers nor producers of the type. */
function withoutNewOptionals(declaration: string, before: string): string {
  const known = before.split('\n')
  return declaration
    .split('\n')
    .filter((line) => known.includes(line) || !/^ {2}(readonly )?\w+\?: [^{]+$/.test(line))
    .join('\n')
}
