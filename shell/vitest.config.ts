import { documentTests } from '../vitest.base.ts'

const rule = { version: '19.9.9', requiredVersion: '^19.3.0', singleton: true, strictVersion: true }

/** The constants that the bundler defines. */
const constants = {
  SHELL_VERSION: '9.9.9',
  SHELL_BUILD: 'shell-build',
  SHARED: { react: rule, 'react/': rule },
  SHARED_UI: { key: 'shared-ui@content', version: '1.0.0' },
}

export default {
  ...documentTests(),
  define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
}
