import { nodeTests } from '../../vitest.base.ts'

export default nodeTests()
