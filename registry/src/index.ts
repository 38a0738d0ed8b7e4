export { type Authority, authorityEntries, authorityOf, keysFor, reservationFault } from './authority'
export { type Extension, Slot, slotModule } from './extension'
export { excerpt, findingsOf } from './findings'
export {
  Connect,
  Label,
  MAX_FILES,
  MAX_PREVIOUS,
  MAX_REMOTES,
  Name,
  Origin,
  PathSegment,
  RelativePath,
} from './limits'
export { byTabOrder, type ParsedRegistry, parseRegistry } from './parse-registry'
export { type Known, NOTHING_KNOWN, parseSignedRegistry, type SignedRegistryParts } from './parse-signed-registry'
export * from './registry'
export * from './release'
export * from './requirements'
export { canonicalBytes, keyIdOf, signatureFault, verifyRegistry } from './signature'
export * from './signed-registry'
