import { useId, useState } from 'react'

const LONG_TEXT = 160
const LONG_LINES = 4

/**
 * The text of a cell. Its direction marks stay inside it, its line breaks show, and a long one is clamped until
 * it is asked for. Give it its text as key, so that what was opened closes with it.
 */
export function CellText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const textId = useId()
  const isLong = text.length > LONG_TEXT || text.split('\n').length > LONG_LINES
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
