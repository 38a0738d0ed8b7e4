import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** axe's tags of WCAG 2.2 A and AA. */
export const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** @returns the text of axe-core, an optional peer dependency (MPL-2.0), or undefined without it */
export async function readAxe(): Promise<string | undefined> {
  const require = createRequire(import.meta.url)
  try {
    return await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
  } catch {
    return undefined
  }
}
