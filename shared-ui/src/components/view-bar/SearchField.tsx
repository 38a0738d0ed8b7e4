import type { KeyboardEvent } from 'react'

interface SearchFieldProps {
  /** The tab's label. */
  name: string
  search: string
  onSearch: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** Browsers scroll a pasted list to the caret, not to its whole line. */
function scrollToLine(field: HTMLTextAreaElement) {
  field.scrollTop = Math.round(field.scrollTop / field.clientHeight) * field.clientHeight
}

/**
 * The search of a tab, which '/' focuses. A textarea, because an input would join the lines of a pasted list.
 */
export function SearchField({ name, search, onSearch, onKeyDown }: SearchFieldProps) {
  return (
    <span className="search-field">
      <i className="pi pi-search" aria-hidden="true" />
      <textarea
        className="p-inputtext"
        rows={1}
        wrap="off"
        aria-label={`Buscar en ${name}`}
        aria-keyshortcuts="/"
        placeholder={`Buscar en ${name}`}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onScroll={({ currentTarget }) => scrollToLine(currentTarget)}
        onKeyDown={onKeyDown}
      />
      <span className="search-key" aria-hidden="true">
        /
      </span>
    </span>
  )
}
