import { type KeyboardEvent, type MouseEvent, type PropsWithChildren, useEffect, useId, useRef, useState } from 'react'

interface PopupProps {
  /** Id of the button. */
  id?: string
  /** Label of the button, and name of the popup. */
  label: string
  /** A primeicons class. */
  icon: string
  /** The key that presses it, as in `aria-keyshortcuts`. */
  shortcut?: string
}

/** A button that shows controls below it; they close by Escape, by a press elsewhere, or when the focus moves elsewhere. */
export function Popup({ id, label, icon, shortcut, children }: PropsWithChildren<PopupProps>) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popupId = useId()

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    const focusButton = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-menu-entries]')) button.current?.focus()
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerdown', closeOutside, { signal })
    document.addEventListener('focusin', closeOutside, { signal })
    // Before an entry opens a dialog, which returns the focus: the entry is gone by then.
    document.addEventListener('click', focusButton, { signal, capture: true })
    return () => listening.abort()
  }, [isOpen])

  function closeByEscape(event: KeyboardEvent) {
    if (!isOpen || event.key !== 'Escape') return
    // What is around it stays open.
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }

  /** The arrow keys lead from the button to the first and the last entry. */
  function enterMenu(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const entries = [...(root.current?.querySelectorAll<HTMLElement>('[data-menu-entries] button') ?? [])]
    const entry = entries.at(event.key === 'ArrowDown' ? 0 : -1)
    if (!entry) return
    event.preventDefault()
    entry.focus()
  }

  function closeByEntry({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('[data-menu-entries] button:not([aria-disabled=true])'))
      setOpen(false)
  }

  return (
    <span ref={root} className="popup">
      <button
        ref={button}
        id={id}
        type="button"
        className="view-button"
        title={label}
        aria-expanded={isOpen}
        aria-controls={popupId}
        aria-keyshortcuts={shortcut}
        onKeyDown={(event) => {
          closeByEscape(event)
          enterMenu(event)
        }}
        onClick={({ currentTarget }) => {
          // Not every browser focuses a pressed button, and the popup needs its keys.
          currentTarget.focus()
          setOpen(!isOpen)
        }}
      >
        <i className={icon} aria-hidden="true" /> <span className="view-button-label">{label}</span>
      </button>
      {isOpen && (
        <fieldset
          id={popupId}
          className="popup-content"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={closeByEscape}
          onClick={closeByEntry}
        >
          {children}
        </fieldset>
      )}
    </span>
  )
}
