import { type KeyboardEvent, useEffect, useRef } from 'react'

interface SearchFieldProps {
  /** The tab's label. */
  name: string
  search: string
  onSearch: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/**
 * The search of a tab, which '/' focuses. A textarea, because an input would join the lines of a pasted list.
 */
export function SearchField({ name, search, onSearch, onKeyDown }: SearchFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    const focusBySlash = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || isTyping(event.target)) return
      // Other tabs are mounted, but hidden; a dialog is modal.
      if (!field.current || field.current.closest('[hidden]') || document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      field.current.focus()
      field.current.select()
    }
    document.addEventListener('keydown', focusBySlash)
    return () => document.removeEventListener('keydown', focusBySlash)
  }, [])

  return (
    <span className="search-field">
      <i className="pi pi-search" aria-hidden="true" />
      <textarea
        ref={field}
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
        onKeyDown={onKeyDown}
      />
      <span className="search-key" aria-hidden="true">
        /
      </span>
    </span>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
