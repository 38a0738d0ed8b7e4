/** What only the host takes of this package, beside what everyone does. */
export { trySignIn } from './authentication'
export { configureFeatures } from './features'
export { prefetchRead, type Read } from './prefetch-cache'
export type { TooManyAttempts } from './security-service'
export { sessionId, useSessionId } from './session'
