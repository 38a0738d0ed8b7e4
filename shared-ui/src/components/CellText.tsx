import { useId, useState } from 'react'

const MAX_LENGTH = 160
const MAX_LINES = 4

/**
 * The text of a cell: direction-isolated, with its line breaks; long text is clamped and has a toggle.
 * Use the text as key, so that another text starts clamped.
 */
export function CellText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const textId = useId()
  const isLong = text.length > MAX_LENGTH || text.split('\n').length > MAX_LINES
  if (!isLong) return <bdi className="cell-text">{text}</bdi>

  return (
    <>
      <bdi id={textId} className={open ? 'cell-text' : 'cell-text cell-text-clamped'}>
        {text}
      </bdi>
      <button
        type="button"
        className="cell-text-toggle"
        aria-expanded={open}
        aria-controls={textId}
        aria-label={open ? 'Ver menos' : 'Ver todo'}
        onClick={() => setOpen(!open)}
      >
        <i className={open ? 'pi pi-angle-up' : 'pi pi-angle-down'} aria-hidden="true" />
      </button>
    </>
  )
}
