/**
 * The components and hooks that the five tabs share. A remote uses the shell's copy when it equals the one of its build,
 * otherwise its own. So this entry point must not have module state;
 * that of the shell is in `host`.
 */
export {
  type AnyRow,
  allRows,
  type Cell,
  type Changes,
  cellKey,
  cellText,
  displayCell,
  importWithRetry,
  isId,
  MemoryRows,
  type Row,
  type RowStore,
  RowsError,
  readRows,
  rowKey,
  type Selection,
  sameText,
  sumCells,
} from '@canje/large-table'
export { type Fault, faultOf } from '@canje/shared-auth/fault'
export { Button } from 'primereact/button'
export { InputText } from 'primereact/inputtext'
export { Tag } from 'primereact/tag'
export { ActionButton } from './components/ActionButton'
export { ActionDialog, type ActionDialogProps } from './components/ActionDialog'
export { type ActionFailure, ActionForm } from './components/ActionForm'
export { ChoiceField } from './components/ChoiceField'
export { CopyButton } from './components/CopyButton'
export { copiedTexts } from './components/copied'
export { DetailFields } from './components/DetailFields'
export { OnDemand } from './components/OnDemand'
export { ReceiptPlace } from './components/ReceiptPlace'
export { RetryButton } from './components/RetryButton'
export { RowButtons } from './components/RowButtons'
export type { Repetition } from './components/SlowNotice'
export { TabDialog } from './components/TabDialog'
export { CsvButton, DownloadButton, RefreshButton } from './components/toolbar'
export { useFocusFallback } from './components/useFocusFallback'
export { useRovingFocus } from './components/useRovingFocus'
export { DetailFooter } from './details/DetailFooter'
export { DetailHeading } from './details/DetailHeading'
export { DetailLink } from './details/DetailLink'
export { DetailRoot, useRenewedAt } from './details/DetailRoot'
export { EqualRows } from './details/EqualRows'
export { countOf, type FoundRows, MAX_EQUAL, rowsOf, textOf, useFound } from './details/useFound'
export { useSubject } from './details/useSubject'
export { formatTime, timeArticle } from './rows/campaign-time'
export { isRedeemed, REDEEMED_VALUES } from './rows/code-state'
export { type Column, fieldColumns } from './rows/columns'
export { type LoadRows, listOf, loaderOf, type RowOf } from './rows/list'
export type { GroupOptions } from './state/grouping'
export { TabRoot, useFeature, useTab } from './state/TabRoot'
export { useComputed } from './state/useComputed'
export { useDialog, useDraftText } from './state/useDialog'
export { useExclusiveAction } from './state/useExclusiveAction'
export { type TableOptions, useTable } from './state/useTable'
export { FilteredTable } from './table/FilteredTable'
export { RowsTable } from './table/RowsTable'
export type { SelectionAction } from './table/SelectionBar'
export { SummaryButton } from './table/SummaryButton'
export type { DetailSubject } from './view/detail-link'
export { amountText, formatNumber, pointsText, shortened, shortList } from './view/format'
export { MAX_PARAMS_LENGTH } from './view/view-params'
export { reasonOf, sentenceOf } from './words/fault-words'
