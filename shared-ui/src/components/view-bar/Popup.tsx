import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface PopupProps {
  /** Label of the button, and name of the popup. */
  label: string
  /** The key that presses it, as in `aria-keyshortcuts`. */
  shortcut?: string
  /** The controls; a function of them gets one that closes the popup. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

const ENTRY = '[data-menu-entries] button'

/** A button that shows controls below it; they close by Escape, by a press elsewhere, or when the focus moves elsewhere. */
export function Popup({ label, shortcut, children }: PopupProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popupId = useId()

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    const listening = new AbortController()
    for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, closeOutside, listening)
    return () => listening.abort()
  }, [isOpen])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const { key, target } = event
    if (key === 'Escape' && isOpen) {
      // What is around it stays open.
      event.stopPropagation()
      close()
    }
    // The arrow keys lead from the button to the first and the last entry.
    if (target !== button.current || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
    const entry = [...(root.current?.querySelectorAll<HTMLElement>(ENTRY) ?? [])].at(key === 'ArrowDown' ? 0 : -1)
    if (!entry) return
    event.preventDefault()
    entry.focus()
  }

  function closeByEntry({ target }: MouseEvent) {
    if (!(target instanceof Element) || !target.closest(`${ENTRY}:not([aria-disabled=true])`)) return
    // A dialog that the entry opens returns the focus to the button.
    close()
  }

  return (
    <span ref={root} className="popup">
      <button
        ref={button}
        type="button"
        className="p-button p-button-outlined"
        aria-expanded={isOpen}
        aria-controls={popupId}
        aria-keyshortcuts={shortcut}
        onKeyDown={handleKey}
        onClick={({ currentTarget }) => {
          // Not every browser focuses a pressed button, and the popup needs its keys.
          currentTarget.focus()
          setOpen(!isOpen)
        }}
      >
        {label}
      </button>
      {isOpen && (
        <fieldset
          ref={openInWindow}
          id={popupId}
          className="stack surface popup-content"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={handleKey}
          onClick={closeByEntry}
        >
          {typeof children === 'function' ? children(close) : children}
        </fieldset>
      )}
    </span>
  )
}

/** Opens a popup to the other side when it may become wider than the window after the start of its button. */
function openInWindow(popup: HTMLElement | null): void {
  if (!popup) return
  const start = popup.parentElement?.getBoundingClientRect().left ?? 0
  popup.classList.toggle('at-end', start + Number.parseFloat(getComputedStyle(popup).maxWidth) > innerWidth)
}
