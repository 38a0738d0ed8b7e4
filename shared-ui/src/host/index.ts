export { openDialog } from '../components/open-dialog'
export { AppProviders } from './AppProviders'
export { clearToasts, notify } from './toasts'
export { useSessionNotify } from './useSessionNotify'
