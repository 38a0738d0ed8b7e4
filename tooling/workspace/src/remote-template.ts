import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './workspace'

const TEMPLATE = join(ROOT, 'tooling/remote-template')
/** Hides the template's package.json and configurations from tools. */
const SUFFIX = '.template'

/** The values of the template's placeholders. */
export interface NewRemote {
  /** Name of the folder and the package, such as `mf-premios`. */
  name: string
  /** The value of `?tab=`, such as `premios`. */
  id: string
  /** The visible label of the tab, such as `Premios`. */
  label: string
  /** Tabs are shown in ascending order. */
  order: number
}

/**
 * Renders the template of a remote.
 *
 * @returns file contents by path, relative to the remote's folder
 * @throws Error when a placeholder is not a property of {@link NewRemote}
 */
export function renderTemplate(remote: NewRemote): Map<string, string> {
  const values = new Map(Object.entries(remote))
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      const value = values.get(name)
      if (value === undefined) throw new Error(`The template of a remote has the unknown placeholder ${placeholder}.`)
      return String(value)
    })
  const files = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [relative(TEMPLATE, file).replace(new RegExp(`${SUFFIX}$`), ''), fill(readFileSync(file, 'utf8'))]
    }),
  )
}
