import { type RegisteredRemote, type Release, slotModule, TAB_MODULE } from '@canje/registry'
import type { ExtensionModule, TabModule } from '@canje/shared-auth'
import type { PartFault } from '../network-fault'

/** A place of the page that renders a module of a remote: the panel of its tab, or a slot in any panel. */
export interface Outlet {
  /** Unique in the page; for a tab, the remote's name. */
  id: string
  /** The remote's name. */
  remote: string
  /** The exposed module. */
  module: string
}

/** A rendered release. */
export interface Mount {
  /** Unique for each attempt to mount the release. */
  key: string
  outlet: Outlet
  /** The remote as in its state when the outlet was opened. */
  remote: RegisteredRemote
  release: Release
  module: TabModule | ExtensionModule
}

/** The state of an outlet. `attempt` identifies the attempt to open it. */
export type OutletState =
  | { status: 'idle' }
  | { status: 'failed'; fault: PartFault }
  | { status: 'loading'; attempt: number }
  | { status: 'mounting'; attempt: number; mount: Mount }
  | { status: 'mounted'; mount: Mount }

/** What happens to an outlet. */
export type OutletEvent =
  | { type: 'open'; outlet: Outlet; attempt: number }
  | { type: 'loaded'; attempt: number; mount: Mount }
  | { type: 'mounted'; mount: Mount }
  | { type: 'threw'; mount: Mount; error: Error }
  | { type: 'exhausted'; outlet: Outlet; attempt: number; fault: PartFault }
  | { type: 'close'; outlet: Pick<Outlet, 'id'> }

/** An outlet that is not open. */
export const idle: OutletState = { status: 'idle' }

/** @returns the same state for an event that is out of date: of an earlier attempt, or of an unmounted release */
export function outletAfter(outlet: OutletState, event: OutletEvent): OutletState {
  switch (event.type) {
    case 'open':
      return 'attempt' in outlet ? outlet : { status: 'loading', attempt: event.attempt }
    case 'loaded':
      if (outlet.status !== 'loading' || !isCurrentAttempt(outlet, event.attempt)) return outlet
      return { ...outlet, status: 'mounting', mount: event.mount }
    case 'mounted':
      return outlet.status === 'mounting' && outlet.mount === event.mount
        ? { status: 'mounted', mount: event.mount }
        : outlet
    case 'threw':
      if (mountOf(outlet) !== event.mount) return outlet
      return outlet.status === 'mounting'
        ? { status: 'loading', attempt: outlet.attempt }
        : { status: 'failed', fault: { kind: 'other' } }
    case 'exhausted':
      return isCurrentAttempt(outlet, event.attempt) ? { status: 'failed', fault: event.fault } : outlet
    case 'close':
      return idle
  }
}

/** Whether this attempt to open an outlet is still under way. */
export function isCurrentAttempt(outlet: OutletState, attempt: number): boolean {
  return 'attempt' in outlet && outlet.attempt === attempt
}

/** The panel of a remote's tab. */
export function tabOutlet(remote: string): Outlet {
  return { id: remote, remote, module: TAB_MODULE }
}

/** @param instance identifies one of the slots of this name in the page */
export function slotOutlet(remote: string, slot: string, instance: string): Outlet {
  return { id: `${remote} ${slot} ${instance}`, remote, module: slotModule(slot) }
}

/** The release that an outlet renders, mounted or mounting. */
export function mountOf(outlet: OutletState): Mount | undefined {
  return 'mount' in outlet ? outlet.mount : undefined
}
