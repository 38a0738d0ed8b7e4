// The public API as the compiler declares it. Made by `npm run api-report -w shared-auth`; not to be edited.

// with the types of axios 1

// with the types of react 19

// with the types of zustand 5

import type { ComponentType } from 'react'

export interface Credentials {
  username: string
  password: string
}

export declare class EnvelopeError extends Error {
  constructor(body: unknown)
}

export type Notify = (message: ToastMessage) => void

export interface ServiceAddresses {
  securityUrl: string
  apiUrl: string
}

interface Session {
  idToken: string | null
  expiresAt: number | null
}

export interface TabModule {
  default: ComponentType<TabProps>
}

export interface TabProps {
  notify: Notify
}

export interface ToastMessage {
  severity: 'success' | 'info' | 'warn' | 'error'
  summary: string
  detail: string
}

export declare const apiClient: import('axios').AxiosInstance

export declare function configureServices({ securityUrl, apiUrl }: ServiceAddresses): void

export declare function endSession(): void

export declare function guardSession(): Promise<boolean>

export declare function isLoggedIn(): boolean

export declare function isTabModule(module: unknown): module is TabModule

export declare function signIn(credentials: Credentials): Promise<boolean>

export declare const useSession: import('zustand').UseBoundStore<import('zustand').StoreApi<Session>>
