/** Build inputs and ids, and the dependencies that shell and remotes share at run time. */
export { buildId, buildInputs } from './build-inputs'
export { CROSS_ORIGIN_HEADERS } from './dev-server'
export { findPackage, requirePackage } from './installed-packages'
export { remotePort } from './remote-port'
export { revisionOf } from './revision'
export { type SharedDependency, sharedDependencies, sharedRanges, sharedVersions } from './shared-dependencies'
export { BUNDLED_OF_CONTRACT, sharedUiContentId, sharedUiOf } from './shared-ui'
