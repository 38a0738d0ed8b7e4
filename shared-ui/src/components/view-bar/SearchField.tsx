import type { AnyRow } from '@canje/large-table'
import type { KeyboardEvent } from 'react'
import type { Table } from '../../state/useTable'

interface SearchFieldProps<R extends AnyRow> {
  /** The tab's label. */
  name: string
  table: Table<R>
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** Browsers scroll a pasted list to the caret, not to its whole line. */
function scrollToLine(field: HTMLTextAreaElement) {
  field.scrollTop = Math.round(field.scrollTop / field.clientHeight) * field.clientHeight
}

/**
 * The search of a tab, which '/' focuses. A textarea, because an input would join the lines of a pasted list.
 */
export function SearchField<R extends AnyRow>({ name, table: { view, actions }, onKeyDown }: SearchFieldProps<R>) {
  return (
    <textarea
      className="p-inputtext search-field"
      rows={1}
      wrap="off"
      aria-label={`Buscar en ${name}`}
      aria-keyshortcuts="/"
      placeholder={`Buscar en ${name}`}
      autoComplete="off"
      spellCheck={false}
      value={view.search}
      onChange={({ target }) => actions.searchFor(target.value)}
      onScroll={({ currentTarget }) => scrollToLine(currentTarget)}
      onKeyDown={onKeyDown}
    />
  )
}
