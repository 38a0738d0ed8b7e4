import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { NewTab } from './new-tab'

export { KINDS, type NewTab, newTab, nextSteps, problemsOf } from './new-tab'

const TEMPLATE = join(import.meta.dirname, '../template')
const MANIFEST = join(import.meta.dirname, '../package.json')
/** Hides the template's package.json and configurations from tools. */
const SUFFIX = /\.template$/

/** Where the remote is created: in the repository of the shell, or as a repository of its own. */
export type Place = 'repository' | 'standalone'

/**
 * Renders the template of a remote.
 *
 * @returns file contents by path, relative to the remote's folder
 */
export function renderTemplate(tab: NewTab, place: Place): Map<string, string> {
  return new Map(['common', tab.kind, place].flatMap((folder) => renderFolder(folder, tab)))
}

function renderFolder(folder: string, tab: NewTab): [string, string][] {
  const root = join(TEMPLATE, folder)
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => {
    const file = join(parentPath, name)
    return [relative(root, file).replace(SUFFIX, ''), fill(readFileSync(file, 'utf8'), tab)]
  })
}

/** Pipelines have placeholders of their own, with spaces. */
function fill(text: string, tab: NewTab): string {
  const values = { ...tab, ...additionsOf(tab), ...pins() }
  return Object.entries(values).reduce((filled, [key, value]) => filled.replaceAll(`{{${key}}}`, String(value)), text)
}

/** The parts of package.json that depend on the kind. */
function additionsOf({ kind }: NewTab): Record<string, string> {
  return {
    testing: kind === 'table' ? '' : '\n    "@testing-library/react": "16.3.3",',
    settings: kind === 'chart' ? ',\n    "settings": "./settings.schema.json"' : '',
    library: kind === 'chart' ? '\n    "chart.js": "4.6.1",' : '',
  }
}

/** All packages of the kit have the version of this one, except the contract, which is a peer for its range only. */
function pins(): Record<string, string> {
  const { version, peerDependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  return { kit: version, contract: peerDependencies['@canje/shared-auth'] }
}
