import type { Cell } from '@canje/large-table'
import { createContext, type MouseEvent, useContext } from 'react'
import { Highlight } from '../components/Highlight'
import type { ColumnOptions } from '../rows/columns'
import { useTab } from '../state/TabRoot'
import { formatDetail, subjectOf } from '../view/detail-link'
import { detailParams } from '../view/view-params'

interface CellLinkProps {
  opens: NonNullable<ColumnOptions['opens']>
  /** The id of the row. */
  id: Cell | undefined
  text: string
  words: readonly string[]
}

/** What is open, as in the URL, and what opens the details of a cell; `opener` gets the focus back. */
export const DetailContext = createContext({
  opened: undefined as string | undefined,
  open: (_detail: string, _opener: HTMLElement) => {},
})

/**
 * The text of a cell as a link to details, which also opens in another window, or as a button that calls a function. It is plain
 * where no remote provides the details, or nothing identifies them.
 */
export function CellLink({ opens, id, text, words }: CellLinkProps) {
  const details = useContext(DetailContext)
  const { extensions } = useTab()
  // A card hides an empty cell.
  const content = text !== '' && <Highlight text={text} words={words} />
  if (typeof opens === 'function')
    return (
      <button type="button" className="cell-text cell-link" tabIndex={-1} onClick={() => opens(id)}>
        {content}
      </button>
    )
  const subject = subjectOf(opens.by, id, text)
  if (!extensions?.has(opens.slot) || (text === '' && subject.id === undefined))
    return <Highlight className="cell-text" text={text} words={words} />

  const detail = formatDetail(opens.slot, subject)
  /** A card shows it as the text. */
  const label = text === '' ? 'Ver detalle' : undefined
  function open(event: MouseEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    details.open(detail, event.currentTarget)
  }

  return (
    <a
      href={`#${detailParams(detail)}`}
      className="cell-text cell-link"
      aria-label={label}
      data-header={label}
      aria-current={detail === details.opened || undefined}
      tabIndex={-1}
      onClick={open}
    >
      {content}
    </a>
  )
}
