import type { KeyboardEvent } from 'react'
import { rowLink } from './row-link'

interface Pages {
  /** Index of the page's first row. */
  first: number
  /** Rows per page. */
  size: number
  /** Number of rows on all pages. */
  count: number | undefined
  onPage: (first: number, size: number) => void
}

/** Returns the key handler of a table's region: Enter opens a row, PageUp and PageDown on region or row turn pages. */
export function tableKeys({ first, size, count = 0, onPage }: Pages) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event
    const target = event.target as Element
    const isRow = target.matches('tr')
    if (key === 'Enter' && isRow) {
      // The rest of this key press must not reach what the link focuses.
      event.preventDefault()
      if (!event.repeat) rowLink(target)?.click()
    }
    if (key !== 'PageUp' && key !== 'PageDown') return
    if (target !== currentTarget && !isRow) return
    event.preventDefault()
    const next = key === 'PageDown' ? first + size : first - size
    if (next >= 0 && next < count) onPage(next, size)
  }
}
