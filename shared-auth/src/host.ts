/**
 * Exports for the host only, in addition to the contract: the shell, and the kit's tests. Builds of remotes refuse this import
 * (`tooling/build-config/src/config.ts`).
 */
export { signIn } from './authentication'
export { prefetchRead, type Read } from './prefetch-cache'
export { type LoggedRequest, lastRequests } from './request-log'
export { sealContract } from './seal-contract'
export { configureServices, serviceFeatures } from './services'
export {
  endSession,
  expireSession,
  restoreSession,
  sessionId,
  sessionMsLeft,
  useHostSession,
} from './session'
export { followOtherWindows, renew, signOut } from './session-control'
export { SESSION_LIFETIME_MS } from './session-lifetime'
export { followOffers, offerSession, takeSession } from './session-offer'
export { type Draft, type EndReason, keepView, keptPerson, readSession, receiptsOf, takeKept } from './stored-session'
