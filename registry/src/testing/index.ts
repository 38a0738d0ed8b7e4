export { exampleRelease } from './example'
export { createTestKey, type TestKey } from './signing'
