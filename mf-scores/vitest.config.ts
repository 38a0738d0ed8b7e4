import { remoteTests } from '../vitest.base'

export default remoteTests()
