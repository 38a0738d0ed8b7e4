import { ActionButton, ActionDialog } from '@canje/shared-ui'
import { useRef, useState } from 'react'
import type { Code } from './api/select-codes'
import { type UnassignedReading, useUnassigned } from './useUnassigned'

interface DeleteAllDialogProps {
  visible: boolean
  onHide: () => void
  busy: boolean
  /** @param removedSince resolves to the codes that are no longer unassigned; to undefined if they are unknown */
  onDelete: (removedSince: () => Promise<readonly Code[] | undefined>) => void
}

/** Confirmation dialog for deleting all unassigned codes (specification §2), with what it will delete. */
export function DeleteAllDialog({ visible, onHide, busy, onDelete }: DeleteAllDialogProps) {
  const { reading, recheck, save, removedSince } = useUnassigned(visible)
  const [check, setCheck] = useState<'none' | 'running' | 'changed'>('none')

  const press = useRef<AbortController>(undefined)

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
      onAction={remove}
      onCancel={hide}
    >
      <p>¿Esta seguro de eliminar los codigos?</p>
      <p>Se eliminara todos los codigos que no han sido asignados</p>
      <div role="status" className="deletion-preview">
        {check === 'changed' && <p>La lista cambió mientras tanto.</p>}
        <p>{describe(reading)}</p>
      </div>
      {typeof reading === 'object' && reading.count > 0 && (
        <ActionButton label="Descargar lista (CSV)" severity="secondary" outlined onPress={save} />
      )}
    </ActionDialog>
  )
}

function describe(reading: UnassignedReading['reading']): string {
  if (reading === 'pending') return 'Contando los codigos…'
  if (reading === 'failed') return 'No se pudo saber cuántos codigos son.'
  const { count, names } = reading
  if (count === 0) return 'No hay codigos sin asignar.'
  if (count === 1) return `Es 1 codigo: ${names[0]}.`
  const more = count - names.length
  const list = more > 0 ? `${names.join(', ')} y ${more} más` : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`
  return `Son ${count} codigos: ${list}.`
}
