import type { AnyRow } from '@canje/large-table'
import { countOf, type FoundRows, MAX_EQUAL, rowsOf, textOf, useFound, useFoundById } from './useFound'

/** The code or person that details are about. */
export interface Subject {
  /** The rows with the id, or with the text. */
  found: FoundRows
  /** Its row; undefined unless there is exactly one. */
  row: AnyRow | undefined
  /** Its text; undefined while it is not known, or without one. */
  text: string | undefined
  /** Several rows have the text, so that lists without its id may mean any of them; undefined while that is not known. */
  isShared: boolean | undefined
  /** All of this is known, or cannot be loaded. */
  isSettled: boolean
}

/**
 * Finds the subject of details in its list.
 *
 * @param by whether `key` is the key of an id or a text
 * @param name the name that the row of the id must have; otherwise the subject is found by it
 */
export function useSubject(
  list: 'SelectCodes' | 'SelectUsers',
  by: 'id' | 'text',
  key: string,
  name?: string,
): Subject {
  // Links to users once had the bare text of any id.
  const isLoose = list === 'SelectUsers' && !key.startsWith('"')
  const byId = useFoundById(list, by === 'id' ? key : undefined, isLoose)
  const rowOfId = onlyOf(byId)
  const nameOfId = rowOfId && textOf(rowOfId, 'name')
  const isOther = name !== undefined && typeof byId === 'object' && nameOfId !== name
  const text = by === 'text' ? key : (name ?? nameOfId)
  const byText = useFound(list, 'name', text || undefined, MAX_EQUAL)
  const found = by === 'id' && !isOther ? byId : byText
  const isShared = typeof byText === 'object' ? byText.count > 1 : undefined
  const isSettled = found !== 'loading' && (!text || byText !== 'loading')
  return { found, row: onlyOf(found), text: text || undefined, isShared, isSettled }
}

function onlyOf(found: FoundRows): AnyRow | undefined {
  return countOf(found) === 1 ? rowsOf(found)[0] : undefined
}
