/** Exports for the host only, in addition to the contract. */
export { renew, signOut, trySignIn } from './authentication'
export { configureFeatures, serviceFeatures } from './features'
export { prefetchRead, type Read } from './prefetch-cache'
export type { Refusal } from './security-service'
export { expireSession, sessionId, useSessionId, useSessionName } from './session'
export { followOtherWindows } from './session-channel'
export { type Draft, keepView, takeDraft, takeView } from './stored-session'
