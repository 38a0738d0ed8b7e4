import { documentTests } from '../vitest.base.ts'

export default { ...documentTests(), define: { SHELL_BUILD: '"shell-build"' } }
