import type { TableRequest } from '../../state/useRows'
import { LoadedAt } from './LoadedAt'

interface RenewButtonProps {
  request: Pick<TableRequest, 'loadedAt' | 'running'>
  renew: () => void
}

/** The age of the rows, as the button that loads them again. Its place is reserved while they load. */
export function RenewButton({ request: { loadedAt, running }, renew }: RenewButtonProps) {
  const isBusy = running !== undefined
  return (
    <button
      type="button"
      className="view-button loaded-at"
      title="Actualizar los datos"
      style={{ visibility: loadedAt ? undefined : 'hidden' }}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : renew}
    >
      {isBusy && <i className="pi pi-spin pi-spinner" aria-hidden="true" />}
      <span>
        <LoadedAt time={loadedAt} />
      </span>
    </button>
  )
}
