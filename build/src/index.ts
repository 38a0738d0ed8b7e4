/** Build inputs and ids, and the dependencies that shell and remotes share at run time. */
export { buildId, buildInputs } from './build-inputs'
export { sharedDependencies, sharedVersions } from './shared-dependencies'
