import { documentTests } from '../vitest.base'

export default documentTests()
