/**
 * Exports for the host only, in addition to the contract: the shell, and the kit's tests. Builds of remotes refuse this import
 * (`tooling/build-config/src/config.ts`).
 */
export { signIn } from './authentication'
export type { EndReason } from './end-reason'
export { configureFeatures, serviceFeatures } from './features'
export { keepReceipts, keptReceipts } from './kept-receipts'
export { prefetchRead, type Read } from './prefetch-cache'
export { type LoggedRequest, lastRequests, recordRequests } from './request-log'
export { sealContract } from './seal-contract'
export { configureServices } from './service-urls'
export {
  endSession,
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
export { followOtherWindows, renew, signOut } from './session-control'
export { followOffers, offerSession, takeSession } from './session-offer'
export { type Draft, keepView, readSession, SESSION_LIFETIME_MS, takeDraft, takeView } from './stored-session'
