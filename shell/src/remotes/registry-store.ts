import type { RegisteredRemote } from 'registry'
import { create } from 'zustand'
import { forgetFailures } from './failed-releases'
import type { TrustedRegistry } from './registry-source'

type RegistryState = {
  /** Asks the registry again; never fails, and never asks twice at once. */
  reread: () => Promise<void>
} & ({ status: 'loading' } | { status: 'ready'; serial: number; remotes: RegisteredRemote[] } | { status: 'failed' })

/** The released remotes, as the registry names them at run time. */
export const useRegistry = create<RegistryState>()(() => ({ status: 'loading', reread: async () => undefined }))

/** Puts a registry in use; remotes that have another live release by now get another chance. */
export function showRegistry({ serial, remotes }: Pick<TrustedRegistry, 'serial' | 'remotes'>): void {
  if (serial === serialInUse()) return
  for (const remote of remotes) if (remote.live.build !== liveBuildOf(remote.name)) forgetFailures(remote)
  useRegistry.setState({ status: 'ready', serial, remotes })
}

function liveBuildOf(remote: string): string | undefined {
  const state = useRegistry.getState()
  return state.status === 'ready' ? state.remotes.find(({ name }) => name === remote)?.live.build : undefined
}

/** @returns 0 while there is none */
export function serialInUse(): number {
  const state = useRegistry.getState()
  return state.status === 'ready' ? state.serial : 0
}
