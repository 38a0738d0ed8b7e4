/**
 * The one thing shell and tabs agree on. One instance at run time; its version follows semver.
 * Everything exported here is public; everything else may change at any time.
 */
export { apiClient } from './api-client'
export { guardSession, signIn } from './authentication'
export { isTabModule, type Notify, type TabModule, type TabProps, type ToastMessage } from './contract'
export { EnvelopeError } from './envelope'
export type { Credentials } from './security-service'
export { configureServices, type ServiceAddresses } from './service-urls'
export { endSession, isLoggedIn, useSession } from './session'
