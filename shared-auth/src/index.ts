/**
 * The contract between the shell and the remotes, a singleton at run time. Its version follows semver.
 * Only these exports are public; everything else may change at any time.
 */
export { apiClient } from './api-client'
export { guardSession, signIn } from './authentication'
export {
  type DialogDraft,
  isTabModule,
  type Notify,
  type TabDraft,
  type TabModule,
  type TabProps,
  type TabView,
  type ToastMessage,
} from './contract'
export { EnvelopeError } from './envelope'
export type { Credentials } from './security-service'
export { configureServices, type ServiceAddresses } from './service-urls'
export { endSession, isLoggedIn, useSession } from './session'
export { sessionValue } from './session-values'
