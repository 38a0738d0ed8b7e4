import { type AnyRow, cellText } from '@canje/large-table'
import type { Table } from '../../state/useTable'
import { CopyButton } from '../CopyButton'

interface CopyRowsProps<R extends AnyRow> {
  table: Pick<Table<R>, 'rows'>
  /** The field whose texts are copied, one per line; empty cells are not. */
  field: keyof R & string
  /** Name of the button. */
  name: string
  /** The message after copying. */
  copied: (count: number) => string
}

/** Copies a field of the matching rows, as soon as the result is complete. */
export function CopyRows<R extends AnyRow>({ table: { rows }, field, name, copied }: CopyRowsProps<R>) {
  const { complete, query, count = 0 } = rows

  async function read() {
    const { rows = [] } = (await complete?.page({ first: 0, size: count, query })) ?? {}
    const texts = rows.flatMap((row) => cellText(row[field] ?? null) || [])
    return { text: texts.join('\n'), message: copied(texts.length) }
  }

  return <CopyButton name={name} read={read} outlined disabled={!complete || count === 0} />
}
