import { type AnyRow, isSameText } from '@canje/large-table'
import type { ListReader } from '../rows/list'
import type { DetailSubject } from '../view/detail-link'
import { countOf, type FoundRows, MAX_EQUAL, rowsOf, textOf, useFound } from './useFound'

/**
 * Finds the subject of details in its list: by the id, where there is one whose row has the name, otherwise by the name.
 *
 * @param loader of the list, whose rows have an `id` and a `name`
 */
export function useSubject(loader: ListReader, { id, name }: DetailSubject) {
  const byId = useFound(loader, 'id', id === undefined ? undefined : { id }, MAX_EQUAL)
  const rowOfId = onlyOf(byId)
  const nameOfId = rowOfId && textOf(rowOfId, 'name')
  const isOther = name !== undefined && typeof byId === 'object' && !isSameText(nameOfId ?? '', name)
  const text = name ?? nameOfId
  const byText = useFound(loader, 'name', text || undefined, MAX_EQUAL)
  const found = id === undefined || isOther ? byText : byId
  return {
    /** The rows with the id, or with the text. */
    found,
    /** Its row; undefined unless there is exactly one. */
    row: onlyOf(found),
    /** Its text; undefined while it is not known, or without one. */
    text: text || undefined,
    /** Several rows have the text, so that lists without its id may mean any of them; undefined while that is not known. */
    isShared: typeof byText === 'object' ? byText.count > 1 : undefined,
    /** All of this is known, or cannot be loaded. */
    isSettled: found !== 'loading' && (!text || byText !== 'loading'),
  }
}

function onlyOf(found: FoundRows): AnyRow | undefined {
  return countOf(found) === 1 ? rowsOf(found)[0] : undefined
}
