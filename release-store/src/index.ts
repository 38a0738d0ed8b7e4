/**
 * A release store is a folder with immutable releases in `<remote>/<version>/` and a `registry.json` that lists the live
 * release of each remote. Any static file server can serve it. Node only; see docs/registry.md.
 */

export { addressOf as bucketAddressOf, isBucket } from './bucket/address'
export { compress } from './compress'
export { integrityOfBuild } from './integrity'
export { makeLive, retire, rollBack } from './live'
export { forbiddenFilesIn } from './plain-files'
export { prune } from './prune'
export { findRelease, type PublishedRelease, publish, publishLocally, readRelease } from './publish'
export { readChangeable, readRegistry } from './registry-file'
export { rekey } from './rekey'
export { createKey, publicKeyOf, readKey, signRegistry } from './signing-key'
export { StoreError } from './store-error'
export { foldersOfRemote, readStoreJson } from './store-file'
export { verifyRelease, verifyStore } from './verify'
