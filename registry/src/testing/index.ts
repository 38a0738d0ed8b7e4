export { exampleCandidate, exampleListing, exampleRelease } from './example'
export { VERSIONS_OF_RANGES } from './ranges'
export { createTestKey, exampleState, signState, type TestKey } from './signing'
