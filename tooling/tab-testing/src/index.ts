export { backend } from './backend'
export { type Row, requestBackend, requestRows } from './backend-client'
export { detailPanel } from './detail-panel'
export { type Download, downloads } from './downloads'
export type { TestExtensions } from './extensions'
export { loadFromResponse } from './load-from-response'
export { executionError } from './messages'
export { PanelStub } from './PanelStub'
export { type RenderedTab, type RenderOptions, renderTab } from './render-tab'
export type { StubbedResponses } from './stubbed-responses'
export { describeCsv, pressCsv } from './suites/describe-csv'
export {
  describeFilter,
  type FilteredTabUnderTest,
  field,
  filterBy,
  filterRead,
  openFilter,
} from './suites/describe-filter'
export { describeLoad } from './suites/describe-load'
export { describeTable } from './suites/describe-table'
export { describeFaults } from './suites/faults/describe-faults'
export type { FaultyTab, Read, Write } from './suites/faults/faulty-tab'
export { pressButton } from './suites/faults/page'
export { openTab, PAGE_SIZE, type TabUnderTest, waitForRows } from './suites/tab-under-test'
export { column, headers, rows } from './table'
export { ownServices } from './test-context'
export { toasts } from './toasts'
