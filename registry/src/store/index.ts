/**
 * A release store is a folder: `<remote>/<version>/…`, never changed once it is there, and `registry.json`, which says
 * which release of each remote is live. Any static file server can serve it. Node only; docs/registry.md has it all.
 */
export { compress } from './compress'
export { makeLive, rollBack } from './live'
export { specialFilesIn } from './plain-files'
export { prune } from './prune'
export { type PublishedRelease, publish, publishLocally, readRelease } from './publish'
export { readRegistry, verifyRegistryFile } from './registry-file'
export { rekey } from './rekey'
export { createKey, publicKeyOf, readKey, signRegistry } from './signing-key'
export { verifyRelease, verifyStore } from './verify'
