import { browserTests } from '@canje/tab-testing/browser'

export default await browserTests()
