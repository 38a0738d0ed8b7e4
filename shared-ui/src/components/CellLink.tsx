import type { Cell } from 'large-table'
import { createContext, useContext } from 'react'
import type { ColumnOptions } from '../rows/columns'
import { CellText } from './CellText'

/** A cell whose text is a button. */
export interface CellLink {
  opens: NonNullable<ColumnOptions['opens']>
  /** The id of the row. */
  id: Cell | undefined
  text: string
}

/** Opens what a cell names; gets the pressed button. */
export const OpenCell = createContext<(link: CellLink, button: HTMLElement) => void>(() => undefined)

/** The text of a cell as a button. */
export function CellLinkText({ link, words }: { link: CellLink; words: readonly string[] }) {
  const open = useContext(OpenCell)
  return <CellText text={link.text} words={words} onPress={({ currentTarget }) => open(link, currentTarget)} />
}
