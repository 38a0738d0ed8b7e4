export { exampleRelease } from './example'
export { createTestKey, exampleEntry, signEntry, signedRegistry, type TestKey } from './signing'
