import {
  type KeyboardEvent,
  type PropsWithChildren,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTab } from '../state/TabRoot'
import { useBackToClose } from '../state/useBackToClose'
import { focusTable } from './focus-table'
import { OnDemand } from './OnDemand'

export const loadDialog = () => import(/* webpackChunkName: 'dialog' */ 'primereact/dialog')

interface TabDialogProps {
  header: string
  visible: boolean
  onHide: () => void
  className: string
}

/**
 * A dialog rendered inside its tab (D21, session state), which leaves the focus at its opener, or else at the tab's table.
 * Its code loads after the rows, or when it first opens.
 */
export function TabDialog(props: PropsWithChildren<TabDialogProps>) {
  const { header, visible, onHide } = props
  const { isActive } = useTab()
  const [wasOpened, setOpened] = useState(visible)
  if (visible && !wasOpened) setOpened(true)
  useBackToClose(visible, onHide)

  const isShown = useEffectEvent(() => isActive)

  useLayoutEffect(() => {
    if (!visible) return
    const opener = document.activeElement
    return () => {
      const focused = document.activeElement
      // The closing animation would end with the focus at the opener, though staff may be typing elsewhere.
      if (focused !== document.body && !focused?.closest('.p-dialog')) return setOpened(false)
      if (!isShown()) return
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus()
      // The table takes the focus later: React gives it back to a dialog that stays for its animation.
      if (document.activeElement !== opener || opener === document.body) queueMicrotask(focusTable)
    }
  }, [visible])

  if (!wasOpened) return null
  return (
    <OnDemand
      failure="No se pudo abrir el diálogo."
      load={loadDialog}
      frame={(sentence, hasFailed) =>
        visible && <DialogInPlace {...{ header, onHide, hasFailed, children: sentence }} />
      }
    >
      {({ Dialog }) => (
        <Dialog
          {...props}
          // After an animation, PrimeReact would take the focus from where staff have moved it meanwhile.
          transitionOptions={{ enter: false, timeout: 150 }}
          closeOnEscape={isActive}
          appendTo="self"
          draggable={false}
          resizable={false}
        />
      )}
    </OnDemand>
  )
}

interface DialogInPlaceProps extends Pick<TabDialogProps, 'header' | 'onHide'> {
  hasFailed: boolean
}

/**
 * Stands in the place of the dialog until its code is there, and keeps the keyboard from what it covers. Its role is another
 * one meanwhile, so that what waits for the dialog gets the one with the fields.
 */
function DialogInPlace({ header, onHide, hasFailed, children }: PropsWithChildren<DialogInPlaceProps>) {
  const dialog = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.focus()
    return () => {
      // The dialog gives the focus back to where it was.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
    }
  }, [])

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onHide()
    }
    if (event.key !== 'Tab') return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const order = event.shiftKey ? buttons.reverse() : buttons
    if (document.activeElement !== order.at(-1) && document.activeElement !== dialog.current) return
    event.preventDefault()
    order[0]?.focus()
  }

  const role = hasFailed ? 'dialog' : 'alertdialog'
  const modal = { role, 'aria-modal': true, 'aria-label': header, onKeyDown: handleKey }
  return (
    <div className="dialog-in-place p-component-overlay">
      <div ref={dialog} {...modal} className="p-dialog p-component action-dialog" tabIndex={-1}>
        <div className="p-dialog-header">
          <div className="p-dialog-title">{header}</div>
          <button type="button" className="p-dialog-header-icon p-link" aria-label="Cerrar" onClick={onHide}>
            <i className="pi pi-times" aria-hidden="true" />
          </button>
        </div>
        <div className="p-dialog-content">{children}</div>
      </div>
    </div>
  )
}
