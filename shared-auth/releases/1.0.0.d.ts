// The public API as the compiler declares it. Made by `npm run api-report`; not to be edited.

// with the types of axios 1

// with the types of react 19

// with the types of zustand 5

import { AxiosInstance } from 'axios'
import type { ComponentType } from 'react'
import { StoreApi, UseBoundStore } from 'zustand'

export declare const apiClient: AxiosInstance

declare interface Closable {
  close: () => void
}

export declare interface DialogDraft {
  dialog: string
  text: string
}

export declare class EnvelopeError extends Error {
  constructor(body: unknown)
}

export declare interface ExtensionModule {
  default: ComponentType<ExtensionProps>
}

export declare interface ExtensionProps {
  input: unknown
  notify: Notify
  features: readonly string[]
  extensions: TabExtensions
  overlays: HTMLElement
}

export declare function guardSession(): Promise<boolean>

export declare function isExtensionModule(module: unknown): module is ExtensionModule

export declare function isLoggedIn(): boolean

export declare function isTabModule(module: unknown): module is TabModule

export declare type Notify = (message: ToastMessage) => void

export declare interface Repeats {
  onRepeat: (attempt: number, attempts: number) => void
  signal: AbortSignal
}

export declare interface RequestOptions {
  reads?: boolean | undefined
}

declare interface Session {
  idToken: string | null
  expiresAt: number | null
}

export declare function sessionValue<T extends Closable>(key: symbol, create: () => T): T

export declare interface SlotProps {
  slot: string
  input: object
}

export declare interface TabDraft {
  current: DialogDraft | null
  onChange: (draft: DialogDraft | null) => void
}

export declare interface TabExtensions {
  has: (slot: string) => boolean
  Extension: ComponentType<SlotProps>
}

export declare interface TabModule {
  default: ComponentType<TabProps>
}

export declare interface TabProps {
  notify: Notify
  view: TabView
  draft: TabDraft
  receipts: TabReceipts
  features: readonly string[]
  extensions: TabExtensions
  openDiagnosis: () => void
  overlays: HTMLElement
}

export declare interface TabReceipts {
  current: unknown
  onChange: (receipts: readonly object[]) => void
}

export declare interface TabView {
  isActive: boolean
  params: string
  opening: number
  onChange: (params: string) => void
  push: (params: string) => void
}

export declare interface ToastMessage {
  severity: 'success' | 'info' | 'warn' | 'error'
  summary: string
  detail: string
}

export declare const useSession: UseBoundStore<StoreApi<Session>>
