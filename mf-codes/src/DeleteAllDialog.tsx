import {
  ActionDialog,
  type ActionDialogProps,
  allRows,
  cellText,
  DownloadButton,
  faultOf,
  formatNumber,
  RetryButton,
  sentenceOf,
  useComputed,
  type useTable,
} from '@canje/shared-ui'
import { useRef, useState } from 'react'
import { type Code, codeList, isUnassigned } from './codes'
import { codesText } from './messages'
import { unassigned } from './outcome'

interface DeleteAllDialogProps extends Pick<ActionDialogProps, 'onHide' | 'busy' | 'failure' | 'repetition'> {
  /** The table of codes, whose rows are reloaded when the dialog opens. */
  table: ReturnType<typeof useTable<Code>>
  /**
   * Deletes all codes; resolves to true on success.
   *
   * @param codes those that it will delete; undefined if they are unknown
   */
  onDelete: (codes: readonly Code[] | undefined) => Promise<boolean>
}

/** Confirmation dialog for deleting all unassigned codes (specification §2), with what it will delete. */
export function DeleteAllDialog({ table: { rows, request, actions }, onDelete, ...dialog }: DeleteAllDialogProps) {
  const list = request.running || request.fault ? undefined : rows.all
  const last = useComputed(list, (codes) => codes.find({ ...isUnassigned, limit: 3 }).catch(faultOf))
  const [check, setCheck] = useState<'none' | 'running' | 'changed'>('none')
  const preview = useRef<HTMLDivElement>(null)
  const counted = last?.input === list || check === 'running' ? last?.value : undefined
  const answer = request.running ? counted : (request.fault ?? counted)
  const found = answer && 'rows' in answer ? answer : undefined
  const fault = answer && 'kind' in answer ? answer : undefined

  async function remove() {
    const reread = check === 'none' && list ? actions.track(unassigned) : undefined
    setCheck('running')
    const all = await list?.find({ ...isUnassigned, limit: list.count }).catch(() => undefined)
    const changes = await reread?.()
    // Closed meanwhile.
    if (!preview.current) return
    const isChanged = changes !== undefined && changes.added + changes.removed > 0
    setCheck(isChanged ? 'changed' : 'none')
    if (!isChanged && (await onDelete(all?.rows))) dialog.onHide()
  }

  return (
    <ActionDialog
      {...dialog}
      header="Eliminar Codigos"
      action="Eliminar"
      severity="danger"
      busy={dialog.busy || check === 'running' || !(found || fault)}
      onAction={remove}
      onCancel={dialog.onHide}
    >
      <p>¿Esta seguro de eliminar los codigos?</p>
      <p>Se eliminara todos los codigos que no han sido asignados</p>
      {/* Staff filter first and then press. */}
      {rows.found !== undefined && <p>Los filtros de la vista no cuentan.</p>}
      <div ref={preview} role="status" className="deletion-preview">
        {check === 'changed' && <p>La lista cambió mientras tanto.</p>}
        <p translate="no">{fault ? 'No se pudo saber cuántos codigos son.' : describe(found)}</p>
        {fault && <p>{sentenceOf(fault)}</p>}
      </div>
      <RetryButton fault={fault} />
      {/* It is there before the count, which must not move 'Eliminar'. */}
      {(['CSV', 'Excel'] as const).map((kind) => (
        <DownloadButton
          key={kind}
          label={`Descargar lista (${kind})`}
          kind={kind}
          fileName="codigos-sin-asignar"
          rows={{
            complete: found?.count ? list : undefined,
            columns: codeList.columns,
            query: { ...allRows, conditions: [isUnassigned] },
            count: found?.count,
          }}
        />
      ))}
    </ActionDialog>
  )
}

const listFormat = new Intl.ListFormat('es')

/** @param found their number, and the first three */
function describe(found: { count: number; rows: readonly Code[] } | undefined): string {
  if (!found) return 'Contando los codigos…'
  const { count, rows } = found
  if (count === 0) return 'No hay codigos sin asignar.'
  const more = count > rows.length ? [`${formatNumber(count - rows.length)} más`] : []
  const names = listFormat.format([...rows.map(({ name }) => cellText(name) || '—'), ...more])
  return `${count === 1 ? 'Es' : 'Son'} ${codesText(count)}: ${names}.`
}
