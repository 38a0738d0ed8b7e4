import { PrimeReactProvider } from 'primereact/api'
import { type PropsWithChildren, useState } from 'react'
import { createStyleContainer } from './style-container'
import { ToastArea } from './ToastArea'

/** The root of all screens and tabs: PrimeReact's settings and the toast area. */
export function AppProviders({ children }: PropsWithChildren) {
  const [options] = useState(() => {
    // The server writes the nonce of this page's style tags into `index.html`.
    const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
    return { locale: 'es', nonce, styleContainer: createStyleContainer() }
  })
  return (
    <PrimeReactProvider value={options}>
      {children}
      <ToastArea />
    </PrimeReactProvider>
  )
}
