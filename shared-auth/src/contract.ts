import type { ComponentType } from 'react'

/** A notification in the shell's toast area (specification §8). */
export interface ToastMessage {
  severity: 'success' | 'info' | 'warn' | 'error'
  summary: string
  detail: string
}

/** Shows a toast in the shell. It has no effect after the session of its tab has ended. */
export type Notify = (message: ToastMessage) => void

/** The view of a tab in the URL: search, filters, order and page, as the parameters of the URL's fragment. */
export interface TabView {
  /** Whether the tab is the active one. */
  isActive: boolean
  /** The parameters, without '#'. They are the current ones whenever the tab reads them. */
  params: string
  /** Increases when staff open a URL of this tab with another view. */
  opening: number
  /** Replaces the parameters in the URL of this tab. */
  onChange: (params: string) => void
  /**
   * The same, in a new entry of the history, as for a sub-page: the back button then opens the parameters before it, with
   * another `opening`.
   */
  push: (params: string) => void
}

/** An open dialog with a text field. */
export interface DialogDraft {
  /** Identifies the dialog in its tab. */
  dialog: string
  text: string
}

/** The open dialog of a tab. After an expiry of the session, the same person finds it again. */
export interface TabDraft {
  /** Null without an open dialog. It is the current one whenever the tab reads it. */
  current: DialogDraft | null
  /** Replaces it. Never with a password. */
  onChange: (draft: DialogDraft | null) => void
}

/** The receipts of what staff changed in a tab. After a reload or an expiry of the session, the same person finds them (D29, session storage). */
export interface TabReceipts {
  /** What the tab has kept. Staff can change it, so it may be anything. It is the current one whenever the tab reads it. */
  current: unknown
  /** Replaces them, by values of JSON. Never a row, and at most 100 names of codes in each. */
  onChange: (receipts: readonly object[]) => void
}

/** A place in a page that another remote may fill, such as `detalle:usuario`, with what it shows there. */
export interface SlotProps {
  slot: string
  /** What the slot is about. The remote that provides the slot defines its fields. */
  input: object
}

/** The slots that remotes provide (D32, slots). A new object whenever their names change. */
export interface TabExtensions {
  /** Whether a remote provides a slot. A tab shows text in place of a link to one that nobody provides. */
  has: (slot: string) => boolean
  /** Renders what the live release of a remote provides; nothing where nobody does. One component for the whole page. */
  Extension: ComponentType<SlotProps>
}

/** The props that the shell passes to the component of a slot. */
export interface ExtensionProps<Settings = unknown> {
  /** What the tab passes: it belongs to another team, so the component validates it. */
  input: unknown
  notify: Notify
  /** What the service offers beyond the specification (D27, optional features). */
  features: readonly string[]
  /** The slots inside of this one. */
  extensions: TabExtensions
  /** {@link TabProps.overlays} of the extension, in that of the tab around it. */
  overlays: HTMLElement
  /** {@link TabProps.settings} of its remote. */
  settings?: Settings
}

/** The module that a remote exposes for a slot, with the component as default export. */
export interface ExtensionModule {
  default: ComponentType<ExtensionProps>
}

/** The props that the shell passes to a tab. */
export interface TabProps<Settings = unknown> {
  notify: Notify
  view: TabView
  draft: TabDraft
  receipts: TabReceipts
  /** What the service offers beyond the specification (D27, optional features). */
  features: readonly string[]
  extensions: TabExtensions
  /** Shows what the host knows about itself and the releases in the page, for a report of a fault. */
  openDiagnosis: () => void
  /**
   * The element for what the tab shows over the page: PrimeReact appends to it, and so does `createPortal(…, overlays)`. The
   * tab's styles reach it, and it hides with the tab.
   */
  overlays: HTMLElement
  /** The settings of the remote in this environment (D44, settings): frozen, public, and checked by its schema; may be empty. */
  settings?: Settings
}

/** The module that a remote exposes as `./Tab`, with the tab's component as default export. */
export interface TabModule {
  default: ComponentType<TabProps>
}

/**
 * Checks whether a module of a remote fulfils the contract.
 *
 * @param module the remote's `./Tab` module
 * @returns true when its default export is a React component
 */
export function isTabModule(module: unknown): module is TabModule {
  return hasComponent(module)
}

/** {@link isTabModule} of a module for a slot. */
export function isExtensionModule(module: unknown): module is ExtensionModule {
  return hasComponent(module)
}

function hasComponent(module: unknown): boolean {
  if (typeof module !== 'object' || module === null || !('default' in module)) return false
  const component = module.default
  // memo(), lazy() and forwardRef() components are objects with a `$$typeof`.
  return (
    typeof component === 'function' || (typeof component === 'object' && component !== null && '$$typeof' in component)
  )
}
