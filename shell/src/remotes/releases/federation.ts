import type { SharedDependency } from '@canje/build'
import * as sharedAuth from '@canje/shared-auth'
import * as sharedUi from '@canje/shared-ui'
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin'
import { init } from '@module-federation/runtime'
import * as primereactApi from 'primereact/api'
import * as primereactComponentBase from 'primereact/componentbase'
import * as primereactHooks from 'primereact/hooks'
import * as primereactOverlayService from 'primereact/overlayservice'
import * as primereactUtils from 'primereact/utils'
import * as react from 'react'
import * as reactCompilerRuntime from 'react/compiler-runtime'
import * as reactJsxDevRuntime from 'react/jsx-dev-runtime'
import * as reactJsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'

/** Share settings by the keys of `shared-dependencies.ts`. */
declare const SHARED: Record<string, SharedDependency>

/** Version and share key of `shared-ui`; a development build does not share it. */
declare const SHARED_UI: { key: string; version: string } | null

/** Modules by import request, grouped by the keys of `shared-dependencies.ts`. */
export const sharedModules: Record<string, Record<string, unknown>> = {
  react: { react },
  'react/': {
    'react/compiler-runtime': reactCompilerRuntime,
    'react/jsx-dev-runtime': reactJsxDevRuntime,
    'react/jsx-runtime': reactJsxRuntime,
  },
  'react-dom': { 'react-dom': reactDom },
  'react-dom/': { 'react-dom/client': reactDomClient },
  'shared-auth': { 'shared-auth': sharedAuth },
  'primereact/api': { 'primereact/api': primereactApi },
  'primereact/componentbase': { 'primereact/componentbase': primereactComponentBase },
  'primereact/hooks': { 'primereact/hooks': primereactHooks },
  'primereact/overlayservice': { 'primereact/overlayservice': primereactOverlayService },
  'primereact/utils': { 'primereact/utils': primereactUtils },
}

/**
 * Starts the federation runtime of the page and shares the shell's own modules with every remote. The shell imports these
 * modules directly, so it needs the runtime only once it loads a tab.
 */
export function startFederation(): void {
  init({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    plugins: [provideRuntime()],
    shared: Object.fromEntries([...singletons(), ...sharedUiEntry()]),
  })
}

function singletons() {
  return Object.entries(SHARED).flatMap(([shareKey, { version, ...shareConfig }]) =>
    Object.entries(sharedModules[shareKey] ?? {}).map(
      ([request, module]) => [request, { version, shareConfig, lib: () => module }] as const,
    ),
  )
}

function sharedUiEntry() {
  if (!SHARED_UI) return []
  const { key, version } = SHARED_UI
  const shareConfig = { singleton: false, requiredVersion: version }
  return [[key, { version, shareConfig, lib: () => sharedUi }] as const]
}
