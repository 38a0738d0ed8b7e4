export {
  type Authority,
  authorityOf,
  keysFor,
  RemoteAuthorities,
  type RemoteAuthority,
  readAuthority,
  reservationFault,
} from './authority'
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
  Origin,
  PathSegment,
  RelativePath,
} from './limits'
export { byTabOrder, parseRegistry, readRegistry } from './parse-registry'
export * from './parse-signed-registry'
export * from './registry'
export * from './release'
export * from './requirements'
export { ShellConfig } from './shell-config'
export { canonicalBytes, keyIdOf, signatureFault, verifyRegistry } from './signature'
export { entryContent, Stamp, stampContent } from './signed-content'
export * from './signed-registry'
export * from './strict-registry'
