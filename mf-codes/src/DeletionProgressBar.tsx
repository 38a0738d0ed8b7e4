import { ActionButton, formatNumber } from '@canje/shared-ui'
import type { Change } from './change'
import { repetitionText } from './messages'

/** How far a deletion of several codes is, in the place of its receipt. */
export function DeletionProgressBar({ change }: { change: Change }) {
  const { progress: [done, total] = [0, 0], stop } = change
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
        <span>{repetitionText(change)}</span>
      </span>
      <span className="line">
        <ActionButton label="Detener" outlined busy={!stop} onPress={() => stop?.()} />
      </span>
    </section>
  )
}
