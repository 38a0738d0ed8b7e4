export { Surface } from './Surface'
export { clearToasts, notify } from './toasts'
export { useSessionNotify } from './useSessionNotify'
