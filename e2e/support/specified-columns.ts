import { readFileSync } from 'node:fs'

const PAGE = new URL('../../docs/specification.md', import.meta.url)

/** The headers of a tab's table, in their order in the specification (§2). */
export function specifiedColumns(tab: string): string[] {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split(`\n### ${tab} tab\n`)
  const [, columns = ''] = /^- .*?Columns: ((?:`[^`]+`[,\s]*)+)/m.exec(section) ?? []
  return [...columns.matchAll(/`([^`]+)`/g)].map(([, header = '']) => header)
}
