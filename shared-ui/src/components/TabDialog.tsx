import {
  type FocusEvent,
  type PropsWithChildren,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTab } from '../state/TabRoot'
import { useBackToClose } from '../state/useBackToClose'
import { focusTable } from './focus-table'
import { useEscape } from './useEscape'
import { isFocusable } from './useRovingFocus'

interface TabDialogProps {
  header: string
  onHide: () => void
  className?: string
}

/**
 * A modal dialog rendered inside its tab (D21, session state), open while it is mounted. It leaves the focus at its opener,
 * or else at the tab's table. It has the markup of PrimeReact's Dialog for the theme, but not its code, for which a press
 * would have to wait.
 */
export function TabDialog({ header, onHide, className = '', children }: PropsWithChildren<TabDialogProps>) {
  const { isActive } = useTab()
  const dialog = useRef<HTMLDivElement>(null)
  // A field with `autoFocus` has the focus before any effect.
  const opener = useRef(document.activeElement)
  const headerId = useId()
  const isShown = useEffectEvent(() => isActive)
  useBackToClose(onHide)
  useEscape(dialog, onHide)

  useLayoutEffect(() => {
    const { current } = dialog
    if (!current?.contains(document.activeElement)) current?.querySelector('button')?.focus()
  }, [])

  // After the commit, which may remove the opener, too.
  useEffect(() => {
    const { current } = dialog
    return () => {
      const focused = document.activeElement
      // Staff may be typing elsewhere.
      if (!isShown() || (focused !== document.body && !current?.contains(focused))) return
      if (opener.current instanceof HTMLElement && opener.current !== document.body) opener.current.focus()
      if (document.activeElement !== opener.current || opener.current === document.body) focusTable()
    }
  }, [])

  return (
    <div className="p-dialog-mask p-component-overlay">
      <div
        ref={dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby={headerId}
        className={`p-dialog p-component ${className}`}
        tabIndex={-1}
        onFocus={goRound}
      >
        {EDGE}
        <div className="line p-dialog-header">
          <div id={headerId} className="p-dialog-title">
            {header}
          </div>
          <button type="button" className="p-dialog-header-icon p-link" aria-label="Cerrar" onClick={onHide}>
            <i className="pi pi-times" aria-hidden="true" />
          </button>
        </div>
        <div className="p-dialog-content">{children}</div>
        {EDGE}
      </div>
    </div>
  )
}

/** At either end of the dialog; the shell finds them by their attribute. */
// biome-ignore lint/a11y/noNoninteractiveTabindex: it passes the focus on
const EDGE = <span data-p-hidden-focusable tabIndex={0} />
/** The tab stops of a part of the page. */
const CONTROLS =
  ':is(a[href], button, input, select, textarea, [tabindex]):not([tabindex="-1"], [data-p-hidden-focusable])'

/** Tab goes round in the dialog, and in what the shell shows over it: the edges pass the focus on. */
function goRound({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void {
  const isFirst = target === currentTarget.firstElementChild
  if (!isFirst && target !== currentTarget.lastElementChild) return
  const leaves = currentTarget.contains(relatedTarget)
  const over = leaves ? controlsOf(document.querySelector('[data-dialog-ring]')) : []
  const next = over.length > 0 ? over : controlsOf(currentTarget)
  next.at(isFirst === leaves ? -1 : 0)?.focus()
}

function controlsOf(part: Element | null): HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(isFocusable)
}
