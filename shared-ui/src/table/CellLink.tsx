import type { Cell } from '@canje/large-table'
import { createContext, type MouseEvent, useContext } from 'react'
import { Highlight } from '../components/Highlight'
import type { ColumnOptions } from '../rows/columns'
import { codeDetail, type Detail, formatDetail, userDetail } from '../view/detail'
import { detailParams } from '../view/view-params'

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
  openGroup: (id: Cell | undefined) => void
}

export const CellTargetsContext = createContext<CellTargets>({
  openDetail: () => undefined,
  openGroup: () => undefined,
})

/** The text of a cell as a link to details, which also opens in another window, or as the button of a group. */
export function CellLink({ opens, id, text, words }: CellLinkProps) {
  const { openDetail, openGroup } = useContext(CellTargetsContext)
  const content = <Highlight text={text} words={words} />
  if (opens === 'group')
    return (
      <button type="button" className="cell-text cell-link" tabIndex={-1} onClick={() => openGroup(id)}>
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

function detailOf(opens: Exclude<CellLinkProps['opens'], 'group'>, id: Cell | undefined, text: string): Detail {
  if (opens === 'row-code') return codeDetail(id, text)
  if (opens === 'user') return userDetail(id, text)
  if (opens === 'named-user') {
    const user = userDetail(id, text)
    return user.kind === 'usuario' ? { ...user, name: text } : user
  }
  return { kind: opens === 'code' ? 'codigo' : 'persona', key: text }
}
