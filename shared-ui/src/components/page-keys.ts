import type { KeyboardEvent } from 'react'

interface Pages {
  /** Index of the page's first row. */
  first: number
  /** Rows per page. */
  size: number
  /** Number of rows on all pages. */
  count: number | undefined
  onPage: (first: number, size: number) => void
}

/** Returns the key handler of a table's region: PageUp and PageDown on the region or a row turn its pages. */
export function pageKeys({ first, size, count = 0, onPage }: Pages) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event
    if (key !== 'PageUp' && key !== 'PageDown') return
    if (target !== currentTarget && !(target as Element).matches('tr')) return
    event.preventDefault()
    const next = key === 'PageDown' ? first + size : first - size
    if (next >= 0 && next < count) onPage(next, size)
  }
}
