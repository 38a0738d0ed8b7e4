import { remoteTests } from '@canje/tab-testing/vitest'

export default remoteTests({ isolate: false })
