import { documentTests } from '../vitest.base.ts'

export default documentTests()
