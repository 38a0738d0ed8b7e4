import {
  type KeyboardEvent,
  type PropsWithChildren,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTabView } from '../state/TabRoot'
import { useBackToClose } from '../state/useBackToClose'
import { focusTable } from './focus-table'
import { OnDemand } from './OnDemand'

const loadDialog = () => import(/* webpackChunkName: 'dialog' */ 'primereact/dialog')

interface TabDialogProps {
  header: string
  visible: boolean
  onHide: () => void
  className: string
}

/**
 * A dialog rendered inside its tab (D21), which leaves the focus at its opener, or else at the tab's table. Its code loads
 * when it first opens, because the first rows do not need it.
 */
export function TabDialog(props: PropsWithChildren<TabDialogProps>) {
  const { header, visible, onHide } = props
  const isActive = useTabView()?.isActive ?? true
  const [wasOpened, setOpened] = useState(visible)
  if (visible && !wasOpened) setOpened(true)
  useBackToClose(visible, onHide)

  const isShown = useEffectEvent(() => isActive)

  useLayoutEffect(() => {
    if (!visible) return
    const opener = document.activeElement
    return () => {
      if (!isShown()) return
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus()
      if (document.activeElement !== opener || opener === document.body) focusTable()
    }
  }, [visible])

  if (!wasOpened) return null
  return (
    <OnDemand
      failure="No se pudo abrir el diálogo."
      load={loadDialog}
      frame={(content, state) => {
        if (state === 'loaded') return content
        return visible && <DialogInPlace {...{ header, onHide, hasFailed: state === 'failed', children: content }} />
      }}
    >
      {({ Dialog }) => (
        <Dialog {...props} closeOnEscape={isActive} appendTo="self" draggable={false} resizable={false} />
      )}
    </OnDemand>
  )
}

interface DialogInPlaceProps extends Pick<TabDialogProps, 'header' | 'onHide'> {
  hasFailed: boolean
}

/** Stands in the place of the dialog until its code is there. It is a dialog itself once the code could not be loaded. */
function DialogInPlace({ header, onHide, hasFailed, children }: PropsWithChildren<DialogInPlaceProps>) {
  const dialog = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFailed) dialog.current?.focus()
  }, [hasFailed])

  function closeByEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onHide()
  }

  const content = (
    <>
      <div className="p-dialog-header">
        <div className="p-dialog-title">{header}</div>
        <button type="button" className="p-dialog-header-icon p-link" aria-label="Cerrar" onClick={onHide}>
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      </div>
      <div className="p-dialog-content">{children}</div>
    </>
  )
  const className = 'p-dialog p-component action-dialog'
  return (
    <div className="dialog-in-place p-component-overlay">
      {hasFailed ? (
        <div
          ref={dialog}
          role="dialog"
          aria-modal="true"
          aria-label={header}
          className={className}
          tabIndex={-1}
          onKeyDown={closeByEscape}
        >
          {content}
        </div>
      ) : (
        <div className={className}>{content}</div>
      )}
    </div>
  )
}
