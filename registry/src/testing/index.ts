export { exampleRelease } from './example'
export { VERSIONS_OF_RANGES } from './ranges'
export { createTestKey, exampleEntry, signEntry, signedRegistry, type TestKey } from './signing'
