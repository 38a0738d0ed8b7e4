import type { AnyRow } from '@canje/large-table'
import type { KeyboardEvent, MouseEvent } from 'react'
import type { Table } from '../state/useTable'
import type { TableRows } from '../state/useTableRows'
import { pressRowLink, rowLink } from './row-link'

const ARROW = /^Arrow(?:Up|Down)$/
/** What has its own use of the arrows. */
const OWN_ARROWS = 'input, textarea, select, [role=tree], [role=dialog] [role=dialog]'

interface Pages {
  rows: Pick<TableRows<AnyRow>, 'first' | 'count'>
  view: Pick<Table<AnyRow>['view'], 'size' | 'detail'>
  actions: Pick<Table<AnyRow>['actions'], 'goToPage'>
}

/**
 * Returns the key handler of a table's region: Enter opens a row, the arrows show another one in an open panel, and PageUp and
 * PageDown on region or row turn pages.
 */
export function tableKeys({ rows: { first, count = 0 }, view: { size, detail }, actions }: Pages) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event
    const target = event.target as Element
    const isRow = target.matches('tr')
    if (key === 'Enter' && isRow) {
      // The rest of this key press must not reach what the link focuses.
      event.preventDefault()
      if (!event.repeat) pressRowLink(rowLink(target))
    }
    // The focus has moved to another row, or its link, before.
    const { activeElement } = document
    if (detail && ARROW.test(key) && activeElement && activeElement !== target)
      pressRowLink(activeElement.matches('tr') ? rowLink(activeElement) : activeElement.closest('a.cell-link'))
    if (key !== 'PageUp' && key !== 'PageDown') return
    if (target !== currentTarget && !isRow) return
    event.preventDefault()
    const next = key === 'PageDown' ? first + size : first - size
    if (next >= 0 && next < count) actions.goToPage(next, size)
  }
}

/** Opens the details of a pressed row, but for a press on a control, or one that ends the marking of a text. */
export function openPressedRow({ target, defaultPrevented }: MouseEvent): void {
  const row = target instanceof Element && !target.closest('a, button, input') && target.closest('tbody > tr[tabindex]')
  if (!row || defaultPrevented || getSelection()?.isCollapsed === false) return
  const link = rowLink(row)
  // On a phone, a press opens the card.
  if (link?.matches('a') && getComputedStyle(row).display !== 'grid') pressRowLink(link)
}

/**
 * Returns the key handler of the panel: the arrows show the row above or below.
 *
 * @param opener the link that has opened the panel, whose column the next one is from
 */
export function panelKeys(opener: HTMLElement | undefined) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event
    if (!ARROW.test(key) || (event.target as Element).closest(OWN_ARROWS)) return
    const row = opener?.closest('tr')
    const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
    // The keys scroll the panel.
    if (!next) return
    event.preventDefault()
    const cell = next.children[opener?.closest('td')?.cellIndex ?? -1]
    pressRowLink(cell?.querySelector<HTMLElement>('a.cell-link') ?? rowLink(next))
  }
}
