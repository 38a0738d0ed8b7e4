/** What a build is made of, and what shell and remotes share at run time. */
export { buildId, buildInputs } from './build-inputs'
export { sharedDependencies, sharedVersions } from './shared-dependencies'
