import {
  ActionButton,
  ActionDialog,
  type ActionFailure,
  formatNumber,
  type Repetition,
  RetryButton,
  sentenceOf,
  useExclusiveAction,
} from '@canje/shared-ui'
import { useRef, useState } from 'react'
import type { Code } from './codes'
import { isFault, type UnassignedReading, useUnassigned } from './useUnassigned'

interface DeleteAllDialogProps {
  visible: boolean
  onHide: () => void
  busy: boolean
  /** Why the last deletion failed. */
  failure: ActionFailure | undefined
  /** The request is sent again. */
  repetition?: Repetition | undefined
  /** The view has a search or filters. */
  isFiltered: boolean
  /** @param removedSince resolves to the codes that are no longer unassigned; to undefined if they are unknown */
  onDelete: (removedSince: () => Promise<readonly Code[] | undefined>) => void
}

/** Confirmation dialog for deleting all unassigned codes (specification §2), with what it will delete. */
export function DeleteAllDialog({
  visible,
  onHide,
  busy,
  failure,
  repetition,
  isFiltered,
  onDelete,
}: DeleteAllDialogProps) {
  const { reading, recheck, save, removedSince } = useUnassigned(visible)
  const [check, setCheck] = useState<'none' | 'running' | 'changed'>('none')

  const { isRunning, run } = useExclusiveAction()
  const press = useRef<AbortController>(undefined)
  const hasList = typeof reading === 'object' && !isFault(reading) && reading.count > 0

  function hide() {
    press.current?.abort()
    setCheck('none')
    onHide()
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
    onDelete(removedSince)
  }

  return (
    <ActionDialog
      header="Eliminar Codigos"
      visible={visible}
      onHide={hide}
      action="Eliminar"
      severity="danger"
      busy={busy || check === 'running' || reading === 'pending'}
      failure={failure}
      repetition={repetition}
      onAction={remove}
      onCancel={hide}
    >
      <p>¿Esta seguro de eliminar los codigos?</p>
      <p>Se eliminara todos los codigos que no han sido asignados</p>
      {/* Staff filter first and then press. */}
      {isFiltered && <p>Los filtros de la vista no cuentan.</p>}
      <div role="status" className="deletion-preview">
        {check === 'changed' && <p>La lista cambió mientras tanto.</p>}
        <p translate="no">{describe(reading)}</p>
        {isFault(reading) && <p>{sentenceOf(reading)}</p>}
      </div>
      {isFault(reading) && <RetryButton fault={reading} />}
      {/* It is there before the count, which must not move 'Eliminar'. */}
      <ActionButton
        label="Descargar lista (CSV)"
        severity="secondary"
        outlined
        disabled={!hasList}
        busy={isRunning('csv')}
        onPress={() => run('csv', save)}
      />
    </ActionDialog>
  )
}

function describe(reading: UnassignedReading['reading']): string {
  if (reading === 'pending') return 'Contando los codigos…'
  if (isFault(reading)) return 'No se pudo saber cuántos codigos son.'
  const { count, names } = reading
  if (count === 0) return 'No hay codigos sin asignar.'
  if (count === 1) return `Es 1 codigo: ${names[0]}.`
  const more = count - names.length
  const list =
    more > 0 ? `${names.join(', ')} y ${formatNumber(more)} más` : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`
  return `Son ${formatNumber(count)} codigos: ${list}.`
}
