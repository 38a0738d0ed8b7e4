import { filesOfModule, type ListedRemote, ownerOfSlot, slotModule } from '@canje/registry'
import { type RemotesState, remoteNamed } from './store'

/** The remote that the operator lets fill a slot, unless its release is known not to. */
export function slotOwner(state: RemotesState, slot: string): ListedRemote | undefined {
  const owner = ownerOfSlot(state.menu, slot)
  return owner && mayFill(state, owner.name, slotModule(slot)) ? owner : undefined
}

/** Of a state, because every tab asks at every event. */
const filled = new WeakMap<RemotesState, string>()

/** The names of the slots that remotes fill, in order and separated by spaces: equal while they are unchanged. */
export function filledSlots(state: RemotesState): string {
  const known = filled.get(state)
  if (known !== undefined) return known
  const slots = state.menu.flatMap(({ name, slots }) => slots.filter((slot) => mayFill(state, name, slotModule(slot))))
  const names = slots.sort().join(' ')
  filled.set(state, names)
  return names
}

/** Whether the live release of a remote exposes the module of a slot; true until it is known. */
export function mayFill(state: RemotesState, name: string, module: string): boolean {
  const remote = remoteNamed(state, name)
  if (!remote) return state.states[name]?.status !== 'ready'
  return filesOfModule(remote.live, module) !== undefined
}
