import { remoteTests } from '../../vitest.base.ts'

export default remoteTests()
