/** Exports for the host only, in addition to the contract. */
export { trySignIn } from './authentication'
export { followOffers, takeSession } from './continue-session'
export type { EndReason } from './end-reason'
export { serviceFeatures } from './features'
export { claimHost, type HostCapability } from './host-capability'
export { prefetchRead, type Read } from './prefetch-cache'
export { type LoggedRequest, lastRequests, recordRequests } from './request-log'
export { sealContract } from './seal-contract'
export {
  expireSession,
  forgetEndReason,
  leaveEndReason,
  restoreLastEndReason,
  restoreSession,
  sessionId,
  sessionMsLeft,
  useEndReason,
  useSessionId,
  useSessionName,
} from './session'
export { followOtherWindows } from './session-channel'
export { renew, signOut } from './session-control'
export { listenToOtherWindows } from './session-messages'
export { offerSession } from './session-offer'
export { type Draft, keepView, takeDraft, takeView } from './stored-session'
