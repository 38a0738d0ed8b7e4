export { type Extension, Slot, slotModule } from './extension'
export { excerpt, findingsOf } from './findings'
export { HostManifest } from './host-manifest'
export {
  Label,
  MAX_FILES,
  MAX_LENGTH,
  MAX_PREVIOUS,
  MAX_PRUNED,
  MAX_REMOTES,
  Name,
  Origin,
  RelativePath,
  Version,
} from './limits'
export { Epoch, type ListedRemote, Listing, PublicKey, Tab } from './listed-remote'
export { stateUrl } from './login-config'
export * from './menu'
export * from './read-state'
export * from './release'
export * from './requirements'
export { listedSettings, readSettings, SettingsInvalid } from './settings'
export {
  type Authority,
  grantedOrigins,
  keysFor,
  listingOf,
  readAuthority,
  readShellConfig,
  type ShellConfig,
} from './shell-config'
export { canonicalBytes, keyIdOf, Signature, signatureFault } from './signature'
export {
  type Candidate,
  Change,
  hashOf,
  isExpired,
  isState,
  releasesOf,
  State,
  signedContent,
  stateFindings,
} from './state'
