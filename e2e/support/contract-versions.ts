import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sharedRanges } from '@canje/build'
import { buildOutOfDate, readPackage } from '@canje/cli/project'
import { ROOT } from 'repo'
import { copyRepository } from 'repo/testing'
import semver from 'semver'

/** The remote that is built with every version. */
export const REMOTE = 'mf-users'

export type ContractName = 'N' | 'N-1' | 'N-2'

/** A version of the contract, which equals the version of shared-auth. */
export interface ContractVersion {
  name: ContractName
  version: string
  /** Semver range that a remote built with this version requires. */
  range: string
  /** Source transformations from today's version to this one, by file. */
  changes: Record<string, (text: string) => string>
}

const today = readPackage(join(ROOT, 'shared-auth')).version
const minor = semver.inc(today, 'minor') ?? today
const major = semver.inc(today, 'major') ?? today

const EXPORT = "export { apiClient } from './api-client'"
const NEW_EXPORT = "export { apiClient as infoApi } from './api-client'"
const useNewName = (text: string) => text.replaceAll('apiClient', 'infoApi')
const TAB = `${REMOTE}/src/Tab.tsx`
/** Without it, only the copy of shared-ui imports the contract in a tab, and it may be the shell's. */
const importContract = (text: string) => `${text}export { apiClient } from '@canje/shared-auth'\n`
/** Changes of the code that imports the contract in a tab, loads its rows and the referral tree. */
const usageChange = {
  [TAB]: useNewName,
  'shared-ui/src/rows/response-stream.ts': useNewName,
  'mf-users/src/api/select-referral-tree.ts': useNewName,
}

/**
 * Today's version, and the two that would rename `apiClient` to `infoApi` by the steps of docs/contract.md. The minor version has both names, and its remotes also accept the major one. The major version
 * has only the new name.
 */
export const CONTRACT_VERSIONS: ContractVersion[] = [
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
export function copyContracts(versions: ContractVersion[]): Promise<ContractCopy[]> {
  return Promise.all(
    versions.map(async (contract) => {
      const root = await copyRepository()
      const atVersion = (text: string) => text.replace(/"version": "[^"]+"/, `"version": "${contract.version}"`)
      const changes = {
        ...contract.changes,
        'shared-auth/package.json': atVersion,
        [`${REMOTE}/package.json`]: atVersion,
        'tooling/build-config/src/shared-dependencies.ts': (text: string) =>
          text.replace(/(?<='shared-auth': ')[^']+/, contract.range),
      }
      rewrite(join(root, TAB), importContract)
      for (const [path, change] of Object.entries(changes)) rewrite(join(root, path), change)
      return { ...contract, root }
    }),
  )
}

/** The build of a copy's shell; that of today's version is the one of `npm start`. */
export function shellDistOf({ root, version }: ContractCopy): string {
  return join(version === today ? ROOT : root, 'shell/dist')
}

/** Builds the shell and the remote of each copy. */
export function buildContracts(copies: ContractCopy[]): Promise<void> {
  const folders = copies.flatMap((copy) => [dirname(shellDistOf(copy)), join(copy.root, REMOTE)])
  const projects = folders.map((folder) => readPackage(folder))
  return buildOutOfDate(projects, new AbortController().signal)
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
