// The public interface of this folder.
export { RemotesContext, useRemotes, useRemotesState } from './context'
export { forgetStoredPreview, storeRequestedPreview } from './preview-storage'
export { createLoader, type Loader } from './releases/loader'
export { createRemotes, type Remotes, remoteOfTab } from './remotes'
export { mountsOf, type Preview, tabOf, withPreview } from './store'
