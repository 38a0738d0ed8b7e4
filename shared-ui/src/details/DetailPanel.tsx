import { Button } from 'primereact/button'
import { useEffect, useEffectEvent, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { LoadedAt } from '../components/view-bar/LoadedAt'
import { useTabView } from '../state/TabRoot'
import type { Table } from '../state/useTable'
import { CodeDetail } from './CodeDetail'
import { DetailContext } from './DetailHeading'
import { formatDetail, parseDetail } from './detail'
import { PersonDetail } from './PersonDetail'
import { sessionLists } from './session-lists'
import { DetailSourceContext } from './useFound'

interface DetailPanelProps {
  detail: string
  /** The table's own list. */
  own: Table<unknown>['list']
  /** The panel was opened by a press, and takes the focus. */
  takesFocus: boolean
  onOpen: (detail: string) => void
  onClose: () => void
}

/** The details of a code or a person, at the right of the table. */
export default function DetailPanel({ detail, own, takesFocus, onOpen, onClose }: DetailPanelProps) {
  const [lists] = useState(sessionLists)
  const { pending, failed, loadedAt } = useSyncExternalStore(lists.subscribe, () => lists.state)
  const headingId = useId()
  const isActive = useTabView()?.isActive ?? true
  const source = useMemo(() => ({ lists, own }), [lists, own])
  const heading = useMemo(() => ({ id: headingId, takesFocus }), [headingId, takesFocus])
  const close = useEffectEvent(() => onClose())
  const shown = parseDetail(detail)

  useEffect(() => {
    if (!isActive) return
    const closeByEscape = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest('.p-dialog, .popup, input, textarea')
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) close()
    }
    document.addEventListener('keydown', closeByEscape)
    return () => document.removeEventListener('keydown', closeByEscape)
  }, [isActive])
  useEffect(() => () => lists.cancel(), [lists])

  return (
    <DetailSourceContext value={source}>
      <DetailContext value={heading}>
        <div role="dialog" className="detail-panel" aria-labelledby={headingId} aria-busy={pending > 0}>
          <Button
            className="detail-close"
            icon="pi pi-times"
            text
            severity="secondary"
            aria-label="Cerrar"
            onClick={onClose}
          />
          {shown?.kind === 'codigo' && (
            <CodeDetail
              key={detail}
              name={shown.key}
              onPerson={(name) => onOpen(formatDetail({ kind: 'persona', key: name }))}
            />
          )}
          {shown && shown.kind !== 'codigo' && (
            <PersonDetail
              key={detail}
              kind={shown.kind}
              value={shown.key}
              onOpen={(next) => onOpen(formatDetail(next))}
            />
          )}
          <footer className="detail-footer">
            {pending > 0 ? (
              <>
                <span role="status">Cargando…</span>
                <FooterButton label="Cancelar" onPress={() => lists.cancel()} />
              </>
            ) : failed ? (
              <FooterButton label="Reintentar" onPress={() => lists.retry()} />
            ) : (
              loadedAt && (
                <>
                  <LoadedAt time={loadedAt} />
                  <FooterButton label="Actualizar" onPress={() => lists.refresh()} />
                </>
              )
            )}
          </footer>
        </div>
      </DetailContext>
    </DetailSourceContext>
  )
}

function FooterButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" className="view-button" onClick={onPress}>
      {label}
    </button>
  )
}
