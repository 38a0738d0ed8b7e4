import type { ComponentType } from 'react'

/** A notification the shell shows in its toast area (specification §8). */
export interface ToastMessage {
  severity: 'success' | 'info' | 'warn' | 'error'
  summary: string
  detail: string
}

/** Raises a toast in the shell. Does nothing once the session that received it has ended. */
export type Notify = (message: ToastMessage) => void

/** What the shell hands to a tab. */
export interface TabProps {
  notify: Notify
}

/** What a remote exposes as `./Tab`: its screen, as the default export. */
export interface TabModule {
  default: ComponentType<TabProps>
}

/**
 * Tells whether a module loaded from a remote fulfils the contract.
 *
 * @param module whatever the remote's `./Tab` resolved to
 * @returns true when its default export can be rendered by React
 */
export function isTabModule(module: unknown): module is TabModule {
  if (typeof module !== 'object' || module === null || !('default' in module)) return false
  const tab = module.default
  // memo(), lazy() and forwardRef() components are objects that carry React's type mark.
  return typeof tab === 'function' || (typeof tab === 'object' && tab !== null && '$$typeof' in tab)
}
