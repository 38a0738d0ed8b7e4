import { ActionButton, formatNumber } from '@canje/shared-ui'
import type { DeletionProgress } from './useDeletionOfMany'

/** How far a deletion of several codes is, in the place of its receipt. */
export function DeletionProgressBar({ progress }: { progress: DeletionProgress }) {
  const { done, total, repetition, isStopping, stop } = progress
  const text = `Borrando ${formatNumber(done)} de ${formatNumber(total)}`
  return (
    <section className="receipt" aria-label="Borrado en curso">
      <span className="notice-text">
        <strong
          role="progressbar"
          aria-label="Borrando"
          aria-valuenow={done}
          aria-valuemax={total}
          aria-valuetext={text}
        >
          {text}
        </strong>{' '}
        <span>{repetition}</span>
      </span>
      <span className="receipt-buttons">
        <ActionButton label="Detener" severity="secondary" outlined busy={isStopping} onPress={stop} />
      </span>
    </section>
  )
}
