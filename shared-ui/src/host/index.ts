export { AppProviders } from './AppProviders'
export { clearToasts, notify } from './toasts'
export { useSessionNotify } from './useSessionNotify'
