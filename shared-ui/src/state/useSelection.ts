import { type AnyRow, allRows, type Query, type RowStore, type View } from '@canje/large-table'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { identityOf, labelOf } from '../rows/row-identity'
import { formatNumber, shortened, shortList } from '../view/format'
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
 * The rows that staff have selected, of a table whose rows have ids. A selection outlives other pages, searches and orders. A
 * newer result keeps the rows that it has, and names those that it lacks.
 */
export function useSelection<R extends AnyRow>({ rows, view }: Pick<Table<R>, 'rows' | 'view'>) {
  const { complete, all, columns, identity, query, page, first, count = 0, isPageLoading } = rows
  /** The rows on the screen; while a page loads, they are not those of the query. */
  const shown = isPageLoading ? undefined : complete
  const [state, setState] = useState<Selected<R>>({ rows: NONE, gone: NONE })
  /** The state of the last change, which may not be rendered yet. */
  const latest = useRef(state)
  const { keyOf, hasId, conditionOf } = useMemo(() => identityOf(columns, identity), [columns, identity])
  /** The row that staff selected last, in which view. */
  const anchor = useRef<{ index: number; query: Query; of: RowStore<R> }>(undefined)
  const { announce } = useTab()
  const isFiltered = view.serverFilter !== undefined
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

  const keepExisting = useEffectEvent(async (result: RowStore<R>) => {
    const { rows: chosen } = latest.current
    const before = new Map([...latest.current.gone, ...chosen])
    if (before.size === 0) return
    const query = { ...allRows, conditions: [conditionOf([...before.keys()])] }
    const found = await readRows(result, { first: 0, size: result.count, query })
    if (!found) return
    const newer = new Map(found.map((row) => [keyOf(row), row]))
    const next = new Map(latest.current.rows)
    const gone = new Map<string, R>()
    for (const [key, row] of before) {
      // What does not exist in a pasted list has no id: it cannot go.
      const kept = newer.get(key) ?? (hasId(row) ? undefined : row)
      if (!kept) gone.set(key, row)
      // No longer selected since.
      if (!next.has(key)) continue
      if (kept) next.set(key, kept)
      else next.delete(key)
    }
    // The rows that are gone are announced once: a later refresh has nothing new to say.
    const text = [...gone.keys()].some((key) => chosen.has(key)) ? goneText(gone) : ''
    // What a filter has left out stays left out of the selection.
    const after = isFiltered ? { gone: NONE, notice: text || latest.current.notice } : { ...latest.current, gone }
    set({ ...after, rows: next }, text)
  })
  useEffect(() => {
    if (all) keepExisting(all)
  }, [all])

  /** It stays true of the results that follow. */
  function goneText(gone: ReadonlyMap<string, R>): string {
    const [one, other] = isFiltered
      ? ['quedó fuera del resultado', 'quedaron fuera del resultado']
      : ['ya no está', 'ya no están']
    return `${selectedText(gone.size)} ${gone.size === 1 ? one : other}: ${shortList([...gone.values()].map(nameOf))}.`
  }

  const notice = state.gone.size > 0 ? goneText(state.gone) : state.notice
  return {
    ...state,
    notice,
    /** There is something to show of it. */
    isShown: state.rows.size > 0 || notice !== undefined,
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
async function readRows<R>(store: RowStore<R>, view: View): Promise<readonly R[] | undefined> {
  try {
    return (await store.page(view)).rows
  } catch {
    return undefined
  }
}
