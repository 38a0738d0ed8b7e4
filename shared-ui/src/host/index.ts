export { focusTable } from '../components/focus-table'
export { AppProviders } from './AppProviders'
export { clearToasts, notify } from './toasts'
