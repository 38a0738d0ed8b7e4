import { containerGlobal, fileUrl, readShellConfig, readState, stateUrl } from '@canje/registry'
import { guardSession } from '@canje/shared-auth'
import { configureServices, signIn } from '@canje/shared-auth/host'
import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { PrimeReactProvider } from 'primereact/api'
import { Toast } from 'primereact/toast'
// biome-ignore lint/style/noRestrictedImports: OnDemand is for tabs, which can load again.
import { createRef, lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import '@canje/shared-ui/theme.css'
// A host shares only what it imports, and its other imports do not need this module.
import 'primereact/overlayservice'

const config = await (await fetch('/config.json')).json()
const { securityUrl, apiUrl, storeUrl, authority } = readShellConfig(config)
configureServices({ securityUrl, apiUrl })
setSpanishLocale()
// In place of your own form.
const credentials = () => ({ username: prompt('Usuario') ?? '', password: prompt('Contraseña') ?? '' })
if (!(await guardSession())) await signIn(credentials())

const name = 'mf-codes'
const state = await (await fetch(stateUrl(storeUrl, name))).json()
const { remote } = await readState(state, { storeUrl, authority, name })
const { live } = remote
const hashes = Object.entries(live.integrity).map(([path, hash]) => [fileUrl(live, path), hash])
const integrityOf = new Map(hashes)

const container = containerGlobal(name, live)
registerPlugins([
  {
    name: 'integrity',
    createScript: ({ url: src }) =>
      Object.assign(document.createElement('script'), {
        ...{ src, crossOrigin: 'anonymous', integrity: integrityOf.get(src) ?? '' },
      }),
  },
])
registerRemotes([{ name: container, entry: live.entry, entryGlobalName: container, type: 'window' }])
const Codes = lazy(() => loadRemote(`${container}/Tab`))
const toasts = createRef()
const overlays = document.body.appendChild(document.createElement('div'))
overlays.dataset.styles = container
const ignore = () => undefined
/** Of the contract: toasts, and no more than this page has. */
const props = {
  notify: (message) => toasts.current.show(message),
  view: { isActive: true, params: '', opening: 0, onChange: ignore, push: ignore },
  draft: { current: null, onChange: ignore },
  receipts: { current: undefined, onChange: ignore },
  features: [],
  extensions: { has: () => false, Extension: () => null },
  openDiagnosis: ignore,
  overlays,
}

createRoot(document.getElementById('root')).render(
  <PrimeReactProvider value={{ locale: 'es', appendTo: overlays }}>
    <div data-styles={container}>
      <Suspense fallback="Cargando…">
        <Codes {...props} />
      </Suspense>
    </div>
    <Toast ref={toasts} />
  </PrimeReactProvider>,
)
