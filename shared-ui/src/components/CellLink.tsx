import type { Cell } from '@canje/large-table'
import { createContext, type MouseEvent, useContext } from 'react'
import { type Detail, formatDetail } from '../details/detail'
import type { ColumnOptions } from '../rows/columns'
import { detailParams } from '../view/view-params'
import { Highlight } from './Highlight'

interface CellLinkProps {
  opens: NonNullable<ColumnOptions['opens']>
  /** The id of the row. */
  id: Cell | undefined
  text: string
  words: readonly string[]
}

/** What the texts of cells open, and the element that gets the focus back. */
export interface CellTargets {
  openDetail: (detail: string, opener: HTMLElement) => void
  openGroup: (text: string) => void
}

export const CellTargetsContext = createContext<CellTargets>({
  openDetail: () => undefined,
  openGroup: () => undefined,
})

/** The text of a cell as a link to details, which also opens in another window, or as the button of a group. */
export function CellLink({ opens, id, text, words }: CellLinkProps) {
  const { openDetail, openGroup } = useContext(CellTargetsContext)
  const content = (
    <bdi>
      <Highlight text={text} words={words} />
    </bdi>
  )
  if (opens === 'group')
    return (
      <button type="button" className="cell-text cell-link" tabIndex={-1} onClick={() => openGroup(text)}>
        {content}
      </button>
    )

  const detail = formatDetail(detailOf(opens, id, text))
  function open(event: MouseEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openDetail(detail, event.currentTarget)
  }

  return (
    <a href={`#${detailParams(detail)}`} className="cell-text cell-link" tabIndex={-1} onClick={open}>
      {content}
    </a>
  )
}

function detailOf(opens: 'code' | 'person' | 'user', id: Cell | undefined, text: string): Detail {
  if (opens === 'code') return { kind: 'codigo', key: text }
  // Without an id, the user is found by name.
  const hasId = opens === 'user' && id !== undefined && id !== null
  return hasId ? { kind: 'usuario', key: String(id) } : { kind: 'persona', key: text }
}
