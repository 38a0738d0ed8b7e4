import { documentTests } from '../vitest.base.ts'

const tests = documentTests({ setupFiles: './src/testing/setup.ts' })

export default { ...tests, define: { SHELL_BUILD: '"shell-build"' } }
