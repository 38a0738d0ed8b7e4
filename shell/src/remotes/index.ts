// What other code may import of this folder.
export { RemotesContext, useRemotes, useRemotesState } from './context'
export { readsOf } from './prefetch'
export { storeRequestedPreview } from './preview-storage'
export { initialFiles } from './releases/initial-files'
export { createLoader, type Loader } from './releases/loader'
export { createRemotes, type Remotes } from './remotes'
export { type Mount, mountsOf, type Preview, remotesInUse, tabOf, withPreview } from './store'
