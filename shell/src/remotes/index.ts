// What other code may import of this folder.
export { RemotesContext, useRemotes, useRemotesState } from './context'
export { storeRequestedPreview } from './preview-storage'
export { createLoader, type Loader } from './releases/loader'
export { createRemotes, type Remotes } from './remotes'
export { type Mount, mountsOf, type Preview, remotesInUse, tabOf, withPreview } from './store'
