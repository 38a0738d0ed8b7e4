import { Dialog } from 'primereact/dialog'
import type { PropsWithChildren } from 'react'

interface TabDialogProps {
  header: string
  visible: boolean
  onHide: () => void
  className: string
}

/** A dialog rendered inside its tab (D21). */
export function TabDialog(props: PropsWithChildren<TabDialogProps>) {
  return <Dialog {...props} appendTo="self" draggable={false} resizable={false} />
}
