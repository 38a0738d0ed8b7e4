import { Dialog } from 'primereact/dialog'
import { type PropsWithChildren, useEffectEvent, useLayoutEffect } from 'react'
import { useTabView } from '../state/TabRoot'
import { useBackToClose } from '../state/useBackToClose'
import { focusTable } from './focus-table'

interface TabDialogProps {
  header: string
  visible: boolean
  onHide: () => void
  className: string
}

/** A dialog rendered inside its tab (D21), which leaves the focus at its opener, or else at the tab's table. */
export function TabDialog(props: PropsWithChildren<TabDialogProps>) {
  const { visible, onHide } = props
  const isActive = useTabView()?.isActive ?? true
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

  return <Dialog {...props} closeOnEscape={isActive} appendTo="self" draggable={false} resizable={false} />
}
