import { PrimeReactProvider } from 'primereact/api'
import type { PropsWithChildren } from 'react'
import { primeReactOptions } from 'shared-ui/primereact'
import { ToastArea } from './ToastArea'

/** What every screen and tab stands on: PrimeReact's settings and the toast area. */
export function Surface({ children }: PropsWithChildren) {
  return (
    <PrimeReactProvider value={primeReactOptions}>
      {children}
      <ToastArea />
    </PrimeReactProvider>
  )
}
