import { documentTests } from '../vitest.base'

export default documentTests({ setupFiles: './src/testing/setup.ts' })
