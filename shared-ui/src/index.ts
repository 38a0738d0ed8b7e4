/**
 * What the five tabs have in common. A remote takes the shell's if it is the very one it was built with, and brings its
 * own otherwise, so it keeps no state that tabs could share.
 */
export { type Changes, displayCell, type Row, type Selection } from 'large-table'
export { Button } from 'primereact/button'
export { InputText } from 'primereact/inputtext'
export { ActionButton } from './components/ActionButton'
export { ActionDialog } from './components/ActionDialog'
export { ActionForm } from './components/ActionForm'
export { FilteredTable } from './components/FilteredTable'
export { RowsTable } from './components/RowsTable'
export { CsvButton, RefreshButton } from './components/toolbar'
export { type Column, type DataColumn, fieldColumns } from './rows/columns'
export { type LoadRows, loadAll, loadFiltered } from './rows/load-rows'
export { TabRoot, useNotify } from './state/TabRoot'
export { useDialog } from './state/useDialog'
export { useWork } from './state/useExclusiveAction'
export { useTable } from './state/useTable'
