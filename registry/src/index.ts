export { skeletonOf } from './comparison'
export { type Extension, Slot, slotModule } from './extension'
export { excerpt, findingsOf } from './findings'
export { HostManifest } from './host-manifest'
export {
  Connect,
  Label,
  MAX_FILES,
  MAX_LENGTH,
  MAX_PREVIOUS,
  MAX_REMOTES,
  Name,
  PathSegment,
  RelativePath,
} from './limits'
export { type ListedRemote, Listing, PublicKey, Tab } from './listed-remote'
export { registryUrl } from './login-config'
export * from './menu'
export {
  type ListedEntry,
  type ParsedRegistry,
  parseRegistry,
  type RegisteredRemote,
  Serials,
} from './parse-registry'
export * from './registry'
export * from './release'
export * from './requirements'
export {
  type Authority,
  grantedOrigins,
  keysFor,
  listingOf,
  readAuthority,
  readShellConfig,
  type ShellConfig,
} from './shell-config'
export { canonicalBytes, keyIdOf, signatureFault } from './signature'
