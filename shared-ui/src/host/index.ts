export { AppProviders } from './AppProviders'
export { clearToasts, notify } from './toasts'
