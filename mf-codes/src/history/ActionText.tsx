import { cellText, formatNumber } from '@canje/shared-ui'
import { HISTORY, type StaffAction } from './staff-actions'

/** When and by whom an action on a code was done, with a link to all its codes. */
export function ActionText({ action: { key, date, userName, total } }: { action: StaffAction }) {
  return (
    <>
      {cellText(date)} por {cellText(userName) || 'una cuenta desconocida'},{' '}
      <a className="detail-link" href={`/main?tab=codigos#${new URLSearchParams({ [HISTORY]: key })}`}>
        {total === 1 ? 'ver en Historial' : `en un lote de ${formatNumber(total)}`}
      </a>
    </>
  )
}
