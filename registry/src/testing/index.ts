export { exampleListing, exampleRelease } from './example'
export { VERSIONS_OF_RANGES } from './ranges'
export { createTestKey, exampleEntry, exampleRegistry, signEntry, type TestKey } from './signing'
