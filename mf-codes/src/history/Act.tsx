import { cellText, formatNumber } from '@canje/shared-ui'
import { HISTORY, type StaffAction } from './staff-actions'

/** Who did something to the code and when, with a link to all codes of the press. */
export function Act({ action: { key, date, userName, total } }: { action: StaffAction }) {
  return (
    <>
      {cellText(date)} por {cellText(userName) || 'una cuenta desconocida'},{' '}
      <a className="detail-link" href={`/main?tab=codigos#${new URLSearchParams({ [HISTORY]: key })}`}>
        {total === 1 ? 'ver en Historial' : `en un lote de ${formatNumber(total)}`}
      </a>
    </>
  )
}
