/**
 * The components and hooks that the five tabs share. A remote uses the shell's copy when it equals the one of its build,
 * otherwise its own. So this entry point must not have module state;
 * that of the shell is in `host`.
 */
export {
  allRows,
  type Changes,
  displayCell,
  isId,
  type Row,
  type RowStore,
  rowKey,
  type Selection,
} from '@canje/large-table'
export { type Fault, faultOf } from '@canje/shared-auth/fault'
export { Button } from 'primereact/button'
export { InputText } from 'primereact/inputtext'
export { ActionButton } from './components/ActionButton'
export { ActionDialog } from './components/ActionDialog'
export { ActionForm } from './components/ActionForm'
export { CopyButton } from './components/CopyButton'
export type { FilterTexts } from './components/FilterDialog'
export { OnDemand } from './components/OnDemand'
export { ReceiptPlace } from './components/ReceiptPlace'
export type { Repetition } from './components/StopButton'
export { TabDialog } from './components/TabDialog'
export { CsvButton, RefreshButton } from './components/toolbar'
export { CopyRows } from './components/view-bar/CopyRows'
export { FREE, isRedeemed, REDEEMED, REDEEMED_VALUES, UNASSIGNED } from './rows/code-display'
export { type Column, type DataColumn, fieldColumns } from './rows/columns'
export { csvOf } from './rows/csv-of'
export { type List, listOf, type RowOf } from './rows/list'
export { type LoadRows, loadAll, loadFiltered } from './rows/load-rows'
export { saveFile } from './rows/save-file'
export { TabRoot, useAnnounce, useFeature, useNotify, useTabReceipts } from './state/TabRoot'
export { useDialog, useDraftText } from './state/useDialog'
export { useExclusiveAction } from './state/useExclusiveAction'
export { type TableOptions, useTable } from './state/useTable'
export { FilteredTable } from './table/FilteredTable'
export { GroupedTable } from './table/GroupedTable'
export { RowsTable } from './table/RowsTable'
export { formatNumber, formatTime, timeArticle } from './view/format'
export { reasonOf, sentenceOf } from './words/fault-words'
