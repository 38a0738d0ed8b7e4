import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedRanges } from '@canje/build'
import { buildOutOfDate, readPackage } from '@canje/project'
import { currentVersion } from '@canje/shared-auth/api-report'
import semver from 'semver'
import { ROOT } from 'workspace'
import { copyRepository } from 'workspace/testing'

/** The remote that is built with every version. */
export const REMOTE = 'mf-users'

export type ContractName = 'N' | 'N-1' | 'N-2' | 'N-3'

/** A version of the contract, which equals the version of shared-auth. */
export interface ContractVersion {
  name: ContractName
  version: string
  /** Semver range that a remote built with this version requires. */
  range: string
  /** Source transformations from today's version to this one, by file. */
  changes: Record<string, (text: string) => string>
}

const today = currentVersion()
const minor = semver.inc(today, 'minor') ?? today
const major = semver.inc(today, 'major') ?? today

const EXPORT = "export { apiClient } from './api-client'"
const NEW_EXPORT = "export { apiClient as infoApi } from './api-client'"
const useNewName = (text: string) => text.replaceAll('apiClient', 'infoApi')
/** Changes of the code that loads a tab's rows and the referral tree. */
const usageChange = {
  'shared-ui/src/rows/response-stream.ts': useNewName,
  'shared-ui/src/details/select-referral-tree.ts': useNewName,
}

/** Removes the prop `view` from the contract, from the shell that passes it, and from the tabs, with their view bar. */
const withoutView: ContractVersion['changes'] = {
  'shared-auth/src/contract.ts': (text) =>
    text
      .replace(/\/\*\* The view of a tab in the URL[\s\S]+?\n}\n\n/, '')
      .replace(/ {2}\/\*\* Since 1.1. \*\/\n.+\n/, ''),
  'shared-auth/src/index.ts': (text) => text.replace(' type TabView,', ''),
  'shell/src/main/TabPanel.tsx': (text) => text.replace(' view={props} />', ' />'),
  'shared-ui/src/components/RowsTable.tsx': (text) => text.replace(/ {6}<ViewBar\n[\s\S]+?\n {6}\/>\n/, ''),
}

/**
 * The version before the tabs' `view`, today's version, and the two that would rename `apiClient` to `infoApi` in the steps of docs/contract.md. The minor
 * version has both names, and its remotes also accept the major one. The major version has only the new name.
 */
export const CONTRACT_VERSIONS: ContractVersion[] = [
  { name: 'N-3', version: '1.0.0', range: '^1.0.0', changes: withoutView },
  { name: 'N-2', version: today, range: sharedRanges(join(ROOT, REMOTE))['shared-auth'] ?? '', changes: {} },
  {
    name: 'N-1',
    version: minor,
    range: `^${minor} || ^${major}`,
    changes: { ...usageChange, 'shared-auth/src/index.ts': (text) => text.replace(EXPORT, `${EXPORT}\n${NEW_EXPORT}`) },
  },
  {
    name: 'N',
    version: major,
    range: `^${major}`,
    changes: { ...usageChange, 'shared-auth/src/index.ts': (text) => text.replace(EXPORT, NEW_EXPORT) },
  },
]

/** A copy of the repository at a version of the contract. */
export interface ContractCopy extends ContractVersion {
  /** Absolute path. */
  root: string
}

/** Copies the repository once for each version of the contract. */
export function copyContracts(): Promise<ContractCopy[]> {
  return Promise.all(
    CONTRACT_VERSIONS.map(async (contract) => {
      const root = await copyRepository()
      const atVersion = (text: string) => text.replace(/"version": "[^"]+"/, `"version": "${contract.version}"`)
      const changes = {
        ...contract.changes,
        'shared-auth/package.json': atVersion,
        [`${REMOTE}/package.json`]: atVersion,
        'build/src/shared-dependencies.ts': (text: string) =>
          text.replace(/(?<='shared-auth': ')[^']+/, contract.range),
      }
      for (const [path, change] of Object.entries(changes)) rewrite(join(root, path), change)
      return { ...contract, root }
    }),
  )
}

/** Builds the shell and the remote of each copy. */
export function buildContracts(copies: ContractCopy[]): Promise<void> {
  const projects = copies.flatMap(({ root }) => ['shell', REMOTE].map((name) => readPackage(join(root, name))))
  return buildOutOfDate(projects, new AbortController().signal)
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
