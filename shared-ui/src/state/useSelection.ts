import type { AnyRow, Query, RowStore, View } from '@canje/large-table'
import { useMemo, useRef, useState } from 'react'
import { identityOf, labelOf } from '../rows/row-identity'
import { formatNumber, shortened } from '../view/format'
import { useTab } from './TabRoot'
import type { Table } from './useTable'

/** Rows that staff select at most, so that every press is short. */
const MAX_SELECTED = 10_000
/** Longest name of a row in a sentence, in characters. */
const MAX_NAME_LENGTH = 40

export interface Selected<R> {
  /** By their keys, as of the last result that had them. */
  rows: ReadonlyMap<string, R>
  /** Those that the last result lacked, until one has them again. */
  gone: ReadonlyMap<string, R>
  /** What staff must know of their last press: that there would be too many, or that there are others. */
  notice?: string | undefined
}

const NONE = new Map<string, never>()

/** The rows that staff have selected, and how they change. */
export type RowSelection<R extends AnyRow> = ReturnType<typeof useSelection<R>>

/**
 * The rows that staff have selected, of a table whose rows have ids. A selection outlives other pages, searches and orders;
 * its bar compares it with newer results.
 */
export function useSelection<R extends AnyRow>({ rows }: Pick<Table<R>, 'rows'>) {
  const { complete, columns, identity, query, page, first, count = 0, isPageLoading } = rows
  /** The rows on the screen; while a page loads, they are not those of the query. */
  const shown = isPageLoading ? undefined : complete
  const [state, setState] = useState<Selected<R>>({ rows: NONE, gone: NONE })
  /** The state of the last change, which may not be rendered yet. */
  const latest = useRef(state)
  const { keyOf } = useMemo(() => identityOf(columns, identity), [columns, identity])
  /** The row that staff selected last, in which view. */
  const anchor = useRef<{ index: number; query: Query; of: RowStore<R> }>(undefined)
  const { announce } = useTab()
  const nameOf = (row: R) => shortened(labelOf(columns, row), MAX_NAME_LENGTH)

  /** @param text to be announced */
  function set(next: Selected<R>, text: string) {
    latest.current = next
    setState(next)
    if (text) announce(text)
  }

  function notify(notice: string) {
    set({ rows: latest.current.rows, gone: NONE, notice }, notice)
  }

  function change(next: ReadonlyMap<string, R>, what = '', notice?: string) {
    if (next.size > MAX_SELECTED) return notify(tooManyText(next.size))
    const text = `${what}${next.size === 0 ? 'Nada elegido' : selectedText(next.size)}`
    set({ rows: next, gone: NONE, notice }, notice ? `${text}. ${notice}` : text)
  }

  /** Makes a row the first one of a range. */
  function select(index: number, removes = false) {
    const row = page?.[index]
    const key = row && keyOf(row)
    if (!shown || !row || key === undefined) return
    anchor.current = { index: first + index, query, of: shown }
    const next = new Map(latest.current.rows)
    const isAdded = !(removes && next.delete(key))
    if (isAdded) next.set(key, row)
    change(next, `${nameOf(row)}${isAdded ? '' : ' ya no'}: `)
  }

  /** @param isWhole the range is all rows of the view */
  async function addRange(start: number, size: number, isWhole = false) {
    if (!shown) return
    if (size > MAX_SELECTED) return notify(tooManyText(size))
    const range = await readRows(shown, { first: start, size, query })
    if (!range) return notify('No se pudieron leer las filas: actualice la lista.')
    const next = new Map(latest.current.rows)
    const keys = new Set<string>()
    for (const row of range) {
      const key = keyOf(row)
      if (key === undefined) continue
      keys.add(key)
      next.set(key, row)
    }
    const outside = isWhole ? next.size - keys.size : 0
    change(next, '', outside > 0 ? `Incluye ${selectedText(outside)} antes.` : undefined)
  }

  return {
    ...state,
    /** There is something to show of it. */
    isShown: state.rows.size > 0 || state.gone.size > 0 || state.notice !== undefined,
    current: () => latest.current,
    set,
    nameOf,
    isSelected: (row: R) => state.rows.size > 0 && state.rows.has(keyOf(row) ?? ''),
    /** Selects a row of the page, or no longer. */
    toggle: (index: number) => select(index, true),
    /** Selects all rows between the last one that staff selected in this view and a row of the page. */
    extendTo: (index: number) => {
      const from = anchor.current
      if (!shown) return
      if (from?.of !== shown || from?.query !== query) return select(index)
      const to = first + index
      return addRange(Math.min(from.index, to), Math.abs(to - from.index) + 1)
    },
    /** Selects all rows of the view. */
    selectAll: () => addRange(0, count, true),
    clear: () => change(NONE),
  }
}

/** The number of selected rows in words. */
export function selectedText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'elegido' : 'elegidos'}`
}

function tooManyText(count: number): string {
  return `Se eligen hasta ${formatNumber(MAX_SELECTED)} filas a la vez, no ${formatNumber(count)}.`
}

/** @returns undefined for rows that cannot be read */
export async function readRows<R>(store: RowStore<R>, view: View): Promise<readonly R[] | undefined> {
  try {
    return (await store.page(view)).rows
  } catch {
    return undefined
  }
}
