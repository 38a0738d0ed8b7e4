/**
 * The contract between the shell and the remotes, a singleton at run time. Its version follows semver.
 * Only these exports are public; everything else may change at any time.
 */
export type { RequestOptions } from './api-client'
export { apiClient } from './api-client'
export { guardSession } from './authentication'
export {
  type DialogDraft,
  type ExtensionModule,
  type ExtensionProps,
  isExtensionModule,
  isTabModule,
  type Notify,
  type SlotProps,
  type TabDraft,
  type TabExtensions,
  type TabModule,
  type TabProps,
  type TabReceipts,
  type TabView,
  type ToastMessage,
} from './contract'
export { EnvelopeError } from './envelope'
export type { Repeats } from './idempotency'
export { isLoggedIn, useSession } from './session'
export { sessionValue } from './session-values'
