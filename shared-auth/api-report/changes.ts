import semver from 'semver'

/** A report of the public API and the version it belongs to. */
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

/** Compares two reports, declaration by declaration. */
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
 * Holds a version to what changed since the last release: a major for what is gone or different, a minor for what is new.
 *
 * @returns what to do, when the version promises more than the API keeps; nothing otherwise
 */
export function versionFinding(released: ReportedApi, current: ReportedApi): string | undefined {
  const changes = apiChanges(released.report, current.report)
  const lowest = lowestVersion(released.version, changes)
  if (semver.gte(current.version, lowest)) return undefined
  const differences = Object.entries(changes)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind}: ${names.join(', ')}`)
    .join('; ')
  const reason = differences || 'the version is older'
  return `Compared with the released ${released.version} (${reason}), it must be version ${lowest} or newer, not ${current.version}.`
}

function lowestVersion(released: string, { removed, changed, added }: ApiChanges): string {
  if (removed.length + changed.length > 0) return semver.inc(released, 'major') ?? released
  return added.length > 0 ? (semver.inc(released, 'minor') ?? released) : released
}

/** By name, overloads together. Imports are left out: what they name stands in the declarations. */
function declarationsOf(report: string): Map<string, string> {
  const blocks = report.trim().split('\n\n')
  const declarations = new Map<string, string>()
  for (const block of blocks.filter((text) => !text.startsWith('import ') && !EXPORT_LIST.test(text))) {
    const name = nameOf(block)
    declarations.set(name, [declarations.get(name), block].filter(Boolean).join('\n'))
  }
  return new Map([...declarations, ...blocks.flatMap((block) => listed(block, declarations))])
}

/** Of `export { open, open as start }`, which stands where one thing has two names: each as if it were declared so. */
function listed(block: string, declarations: Map<string, string>): [string, string][] {
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

/** Who takes or gives such a type need not know of a member that may be absent. */
function withoutNewOptionals(declaration: string, before: string): string {
  const known = before.split('\n')
  return declaration
    .split('\n')
    .filter((line) => known.includes(line) || !/^ {2}(readonly )?\w+\?: [^{]+$/.test(line))
    .join('\n')
}
