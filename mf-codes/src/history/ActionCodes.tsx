import {
  ActionButton,
  cellText,
  MemoryRows,
  RowButtons,
  type RowStore,
  RowsTable,
  useExclusiveAction,
  useTable,
} from '@canje/shared-ui'
import { useState } from 'react'
import type { Deletion } from '../change'
import { type Code, codeKey, codeList, findCodes, missingCode } from '../codes'
import { copiedNames, countText } from '../messages'
import { isDeletionId } from '../response'
import { isFresh } from '../stored-receipts'
import type { EventLog } from './event-log'
import { timeOf } from './staff-actions'
import { isDeletion } from './staff-events'

export interface ActionCodesProps {
  log: EventLog
  /** The key of the action, which may not have been read yet. */
  action: string
  /** The codes of the tab; undefined while they load. */
  list: RowStore<Code> | undefined
  onBack: () => void
  /** Shows codes in the table of the tab. */
  onShow: (codes: readonly Code[]) => void
  /** Restores deleted codes. Resolves to whether the service has. */
  onRestore: (deletion: Deletion) => Promise<boolean>
}

/** What the log has of a code. */
const LOGGED = codeList.columns.filter(({ field }) => field === 'id' || field === 'name')

/** The codes of an action as they are now, and what can be done with them. */
export function ActionCodes({ log, action: key, list, onBack, onShow, onRestore }: ActionCodesProps) {
  const { isRunning, run } = useExclusiveAction()
  const [gone, setGone] = useState<readonly Code[]>([])
  /** The action, with what was read since its panel opened; undefined before the log has it. */
  const current = () => log.actions.find((one) => one.key === key)
  const table = useTable<Code>(list ? codeList.columns : LOGGED, async ({ signal }) => {
    await log.readOlder(() => current()?.isPartial === false, signal)
    if (!current()) onBack()
    const { codes = [] } = current() ?? {}
    const existing = list ? await findCodes(codes, list) : new Map<string, Code>()
    setGone(codes.filter((code) => !existing.has(codeKey(code))))
    return new MemoryRows(codes.map((code) => existing.get(codeKey(code)) ?? missingCode(code)))
  })
  const action = current()
  const { codes = [], text = '' } = action ?? {}
  const isLoaded = table.rows.complete !== undefined && list !== undefined
  const canRestore =
    isLoaded && gone.length > 0 && action && isDeletion(action.action) && isFresh({ at: timeOf(action.date) })

  async function restore() {
    // A service takes one id of a deletion for any number of codes.
    const ids = gone.length === codes.length && action?.batch === null ? [action.actionId] : []
    const deletion = { codes: gone, count: gone.length, deletionIds: ids.filter(isDeletionId) }
    if (!(await onRestore(deletion))) return
    await log.readNewest()
    onBack()
  }

  return (
    <>
      <p className="line summary-choice">
        <ActionButton label="Volver" icon="pi pi-arrow-left" outlined autoFocus onPress={onBack} />
        {action && (
          <span translate="no">
            {cellText(action.userName) || 'Una cuenta desconocida'} <strong>{text}</strong> {cellText(action.date)}
          </span>
        )}
        <span>{isLoaded && goneText(gone.length, codes.length)}</span>
      </p>
      <RowsTable
        name="Codigos de la acción"
        table={table}
        toolbar={
          <>
            <ActionButton
              label="Ver"
              icon="pi pi-table"
              outlined
              disabled={!isLoaded || gone.length === codes.length}
              onPress={() => onShow(codes)}
            />
            <RowButtons
              copy={() => copiedNames(codes)}
              kinds={['Excel']}
              fileName={`Codigos ${text}`}
              rows={{ ...table.rows, complete: isLoaded ? table.rows.complete : undefined }}
            />
            {canRestore && (
              <ActionButton
                label="Deshacer"
                outlined
                busy={isRunning('restore')}
                onPress={() => run('restore', restore)}
              />
            )}
          </>
        }
      />
    </>
  )
}

function goneText(gone: number, all: number): string {
  if (gone === all) return countText(all, 'Este codigo ya no existe.', 'Ninguno de estos codigos existe ya.')
  return countText(gone, '1 ya no existe.', '# ya no existen.')
}
