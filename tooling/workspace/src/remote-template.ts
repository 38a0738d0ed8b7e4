import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './workspace'

const TEMPLATE = join(ROOT, 'tooling/remote-template')
/** Keeps tools from taking a file of the template for what it becomes. */
const ENDING = '.template'

/** What the template needs to know of a remote. */
export interface NewRemote {
  /** Its folder and its package, such as `mf-premios`. */
  name: string
  /** The value of `?tab=`, such as `premios`. */
  id: string
  /** What its tab reads, such as `Premios`. */
  label: string
  /** Tabs are shown in ascending order. */
  order: number
}

/**
 * Fills in the template of a remote.
 *
 * @returns the text of every file by its path in the remote's folder
 * @throws Error when a file has a placeholder that {@link NewRemote} does not know
 */
export function renderTemplate(remote: NewRemote): Map<string, string> {
  const values = new Map(Object.entries(remote))
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      const value = values.get(name)
      if (value === undefined) throw new Error(`Nothing to put in the place of ${placeholder}.`)
      return String(value)
    })
  const files = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [relative(TEMPLATE, file).replace(new RegExp(`${ENDING}$`), ''), fill(readFileSync(file, 'utf8'))]
    }),
  )
}
