import type { RefObject } from 'react'
import { useDialog } from '../../state/useDialog'
import { OnDemand } from '../OnDemand'
import { TabDialog } from '../TabDialog'
import { useShortcuts } from '../useShortcuts'
import { MenuEntry } from './MenuEntry'

const loadHelp = () => import(/* webpackChunkName: 'view-tools' */ './KeyboardHelp')

/**
 * The keys of a table, and the dialog that tells them, which `?` opens too.
 *
 * @param region of the table
 * @param action the verb of what Delete does with the selected rows
 * @returns its entry in the menu 'Vista', and the dialog
 */
export function useKeyboardHelp(region: RefObject<HTMLElement | null>, action: string | undefined) {
  const { isOpen, open, close } = useDialog()
  useShortcuts(region, open)
  return {
    entry: <MenuEntry label="Atajos de teclado" onPress={open} />,
    dialog: isOpen && (
      <TabDialog header="Atajos de teclado" visible onHide={close} className="keyboard-help-dialog">
        <OnDemand failure="No se pudo abrir la ayuda." load={loadHelp}>
          {({ default: KeyboardHelp }) => <KeyboardHelp action={action} region={region} />}
        </OnDemand>
      </TabDialog>
    ),
  }
}
