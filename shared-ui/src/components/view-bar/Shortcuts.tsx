import type { RefObject } from 'react'
import { useDialog } from '../../state/useDialog'
import { OnDemand } from '../OnDemand'
import { TabDialog } from '../TabDialog'
import { useShortcuts } from '../useShortcuts'

const loadHelp = () => import(/* webpackChunkName: 'view-tools' */ './KeyboardHelp')

interface ShortcutsProps {
  /** Of the table. */
  region: RefObject<HTMLElement | null>
  /** The verb of what Delete does with the selected rows. */
  action: string | undefined
}

/** The keys of a table, and the dialog that tells them, which `?` opens. */
export function Shortcuts({ region, action }: ShortcutsProps) {
  const { isOpen, open, close } = useDialog()
  useShortcuts(region, open)
  return (
    isOpen && (
      <TabDialog header="Atajos de teclado" onHide={close}>
        <OnDemand failure="No se pudo abrir la ayuda." load={loadHelp}>
          {({ default: KeyboardHelp }) => <KeyboardHelp action={action} region={region} />}
        </OnDemand>
      </TabDialog>
    )
  )
}
