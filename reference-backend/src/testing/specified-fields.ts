import { readFileSync } from 'node:fs'

const PAGE = new URL('../../../docs/specification.md', import.meta.url)

/** The fields of a row, such as 'Score', in their order in the table 'Rows' of the specification (§3). */
export function specifiedFields(row: string): string[] {
  const [, fields = ''] = new RegExp(`^\\| ${row} +\\|([^|]+)\\|`, 'm').exec(readFileSync(PAGE, 'utf8')) ?? []
  return [...fields.matchAll(/`(\w+)`/g)].map(([, field = '']) => field)
}
