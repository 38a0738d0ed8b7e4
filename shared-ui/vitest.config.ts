import { documentTests } from '../vitest.base.ts'

export default documentTests({ setupFiles: './src/testing/setup.ts' })
