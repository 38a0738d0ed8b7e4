// The public interface of this folder.
export { RemotesContext, useRemotes, useRemotesState } from './context'
export { describeRemotes } from './describe'
export { forgetStoredPreview, storeRequestedPreview } from './preview-storage'
export type { RegistryFacts } from './registry/client'
export { createLoader, type Loader } from './releases/loader'
export { createRemotes, type Remotes, remoteOfTab } from './remotes'
export {
  type Mount,
  mountOf,
  type Outlet,
  type OutletState,
  outletOf,
  type Preview,
  providedSlots,
  slotOutlet,
  slotProvider,
  tabOutlet,
  withPreview,
} from './store'
