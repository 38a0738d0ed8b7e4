export { startBackend } from '../start-backend'
export { expectAccessible } from './accessibility'
export { browserTests, chromiumOptions } from './config'
export { API_FAILED, RESOURCE_FAILED } from './console'
export { describeTab } from './describe-tab'
export {
  type Credentials,
  createToken,
  type DownloadedFile,
  dataRows,
  download,
  expectPressable,
  expectPressableOnPhone,
  loadedPanel,
  openMain,
  storeSession,
  submitLogin,
  toast,
} from './page'
export type { Fault, Tab } from './tab'
export { expect, test } from './test'
