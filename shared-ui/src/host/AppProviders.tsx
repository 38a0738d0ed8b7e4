import { primeReactOptions } from '@canje/shared-ui/primereact'
import { PrimeReactProvider } from 'primereact/api'
import { type PropsWithChildren, useState } from 'react'
import { pageNonce } from './page-nonce'
import { ToastArea } from './ToastArea'

/** The root of all screens and tabs: PrimeReact's settings and the toast area. */
export function AppProviders({ children }: PropsWithChildren) {
  const [options] = useState(() => ({ ...primeReactOptions, nonce: pageNonce() }))
  return (
    <PrimeReactProvider value={options}>
      {children}
      <ToastArea />
    </PrimeReactProvider>
  )
}
