import type { RegisteredRemote } from '@canje/registry'
import { needsOtherShell, type Outlet, useRemotes, useRemotesState } from '../remotes'
import { Failure } from './Failure'

interface OutletFailureProps {
  outlet: Outlet
  remote: RegisteredRemote
  title: string
  /** What still works. */
  others: string
}

/** Error message of an outlet that shows no release of its remote. */
export function OutletFailure({ outlet, remote, title, others }: OutletFailureProps) {
  const { retry, ownerOf } = useRemotes()
  const isOtherVersion = useRemotesState((state) => needsOtherShell(state, outlet, remote))
  const advice = isOtherVersion
    ? 'Necesita otra versión de la aplicación. Recargue la página; si sigue igual, avise al responsable.'
    : 'Compruebe su conexión e intente de nuevo.'
  return (
    <Failure
      title={title}
      advice={`${advice} ${others}`}
      owner={ownerOf(remote.name)}
      onRetry={() => retry(outlet, remote)}
    />
  )
}
