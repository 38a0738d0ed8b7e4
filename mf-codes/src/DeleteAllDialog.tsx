import {
  ActionButton,
  ActionDialog,
  type ActionDialogProps,
  formatNumber,
  RetryButton,
  sentenceOf,
  useExclusiveAction,
} from '@canje/shared-ui'
import { useRef, useState } from 'react'
import type { Code } from './codes'
import { type UnassignedCodes, useUnassigned } from './useUnassigned'

interface DeleteAllDialogProps
  extends Pick<ActionDialogProps, 'visible' | 'onHide' | 'busy' | 'failure' | 'repetition'> {
  /** The view has a search or filters. */
  isFiltered: boolean
  /** @param readDeleted resolves to the codes that are no longer unassigned; to undefined if they are unknown */
  onDelete: (readDeleted: () => Promise<readonly Code[] | undefined>) => void
}

/** Confirmation dialog for deleting all unassigned codes (specification §2), with what it will delete. */
export function DeleteAllDialog({ isFiltered, onDelete, ...dialog }: DeleteAllDialogProps) {
  const { found, fault, recheck, save, readDeleted } = useUnassigned(dialog.visible)
  const [check, setCheck] = useState<'none' | 'running' | 'changed'>('none')

  const { isRunning, run } = useExclusiveAction()
  const press = useRef<AbortController>(undefined)

  function hide() {
    press.current?.abort()
    setCheck('none')
    dialog.onHide()
  }

  async function remove() {
    const controller = new AbortController()
    const { signal } = controller
    press.current = controller
    if (check === 'none') {
      setCheck('running')
      const isSame = await recheck(signal)
      // Closed during the last read.
      if (signal.aborted) return
      if (!isSame) return setCheck('changed')
    }
    setCheck('none')
    onDelete(readDeleted)
  }

  return (
    <ActionDialog
      {...dialog}
      header="Eliminar Codigos"
      onHide={hide}
      action="Eliminar"
      severity="danger"
      busy={dialog.busy || check === 'running' || !(found || fault)}
      onAction={remove}
      onCancel={hide}
    >
      <p>¿Esta seguro de eliminar los codigos?</p>
      <p>Se eliminara todos los codigos que no han sido asignados</p>
      {/* Staff filter first and then press. */}
      {isFiltered && <p>Los filtros de la vista no cuentan.</p>}
      <div role="status" className="deletion-preview">
        {check === 'changed' && <p>La lista cambió mientras tanto.</p>}
        <p translate="no">{fault ? 'No se pudo saber cuántos codigos son.' : describe(found)}</p>
        {fault && <p>{sentenceOf(fault)}</p>}
      </div>
      <RetryButton fault={fault} />
      {/* It is there before the count, which must not move 'Eliminar'. */}
      <ActionButton
        label="Descargar lista (CSV)"
        severity="secondary"
        outlined
        disabled={!found?.count}
        busy={isRunning('csv')}
        onPress={() => run('csv', save)}
      />
    </ActionDialog>
  )
}

function describe(found: UnassignedCodes | undefined): string {
  if (!found) return 'Contando los codigos…'
  const { count, names } = found
  if (count === 0) return 'No hay codigos sin asignar.'
  if (count === 1) return `Es 1 codigo: ${names[0]}.`
  const more = count - names.length
  const list =
    more > 0 ? `${names.join(', ')} y ${formatNumber(more)} más` : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`
  return `Son ${formatNumber(count)} codigos: ${list}.`
}
