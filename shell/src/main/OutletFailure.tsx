import type { RegisteredRemote } from '@canje/registry'
import { type Outlet, useRemotes } from '../remotes'
import { Failure, type FailureProps } from './Failure'

interface OutletFailureProps extends Pick<FailureProps, 'title' | 'fault' | 'rest'> {
  outlet: Outlet
  remote: RegisteredRemote
}

/** Error message of an outlet that shows no release of its remote. */
export function OutletFailure({ outlet, remote, ...failure }: OutletFailureProps) {
  const { retry, ownerOf } = useRemotes()
  return <Failure {...failure} owner={ownerOf(remote.name)} onRetry={() => retry(outlet, remote)} />
}
