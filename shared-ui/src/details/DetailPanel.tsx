import { Button } from 'primereact/button'
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { OnDemand } from '../components/OnDemand'
import { useTabView } from '../state/TabRoot'
import type { DetailContentProps } from './DetailContent'

const loadContent = () => import(/* webpackChunkName: 'details' */ './DetailContent')

interface DetailPanelProps extends Omit<DetailContentProps, 'headingId'> {
  onClose: () => void
}

/** The details of a code or a person, at the right of the table. */
export function DetailPanel({ onClose, ...props }: DetailPanelProps) {
  const headingId = useId()
  const isActive = useTabView()?.isActive ?? true
  const close = useEffectEvent(() => onClose())

  useEffect(() => {
    if (!isActive) return
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const isElsewhere = event.target instanceof Element && event.target.closest('.p-dialog, input, textarea, select')
      const over = [...document.querySelectorAll('[aria-modal=true], .p-tooltip')]
      if (!isElsewhere && over.every((layer) => layer.closest('[hidden], [data-hidden]'))) close()
    }
    document.addEventListener('keydown', closeByEscape)
    return () => document.removeEventListener('keydown', closeByEscape)
  }, [isActive])

  const frame = (content: ReactNode) => (
    // The label holds until the heading is there.
    <div role="dialog" className="detail-panel" aria-label="Detalle" aria-labelledby={headingId}>
      <Button
        className="detail-close"
        icon="pi pi-times"
        text
        severity="secondary"
        aria-label="Cerrar"
        onClick={onClose}
      />
      {content}
    </div>
  )
  return (
    <OnDemand failure="No se pudo abrir el detalle." load={loadContent} frame={frame}>
      {({ default: DetailContent }) => <DetailContent headingId={headingId} {...props} />}
    </OnDemand>
  )
}
