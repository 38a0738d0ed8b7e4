export { Surface } from './Surface'
export { clearToasts, notify } from './toasts'
export { keepUnchangedStyles } from './unchanged-styles'
export { useSessionNotify } from './useSessionNotify'
