import {
  type TabDraft,
  type TabProps,
  type TabReceipts,
  type TabView,
  type ToastMessage,
  useSession,
} from '@canje/shared-auth'
import { configureServices, sessionId, signIn } from '@canje/shared-auth/host'
import { AppProviders, notify as show } from '@canje/shared-ui/host'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { type ComponentType, useMemo, useState } from 'react'
import { inject } from 'vitest'
import { accountOf } from './accounts'
import { backend } from './backend'
import { extensionsOf, ProvidedExtensions, type TestExtensions } from './extensions'
import { enterPlace } from './place'
import { forgetFocus } from './rules/rules'
import { stubRows, type TabOptions } from './tab-options'
import { ownServices } from './test-context'
import { recordToast } from './toasts'

/** A mounted tab. */
export interface RenderedTab {
  user: UserEvent
  /** The parameters of the view in the URL. */
  params(): URLSearchParams
  /** Unmounts the tab but keeps the toasts, as the navigation to the login screen does. */
  unmount(): void
}

/** Options of {@link renderTab}. */
export interface RenderOptions extends TabOptions {
  /** The view in the URL at first, such as `detalle=usuario%3A7`; the initial one by default. */
  params?: string
  /** What the tab keeps beyond its document (D29, session storage); nothing by default. */
  receipts?: TabReceipts
  /** Components by slot, such as those that another remote provides; none by default. */
  extensions?: TestExtensions
}

/**
 * Mounts a tab as the shell does: signed in at the reference backend, within the shell's providers, and unmounted when
 * the session ends.
 */
export async function renderTab(
  Tab: ComponentType<TabProps<never>>,
  { features = [], params = '', rows, account, timezone, locale, ...kept }: RenderOptions = {},
): Promise<RenderedTab> {
  configureServices({ securityUrl: ownServices().securityUrl, apiUrl: backend.url, features })
  stubRows(backend, rows)
  enterPlace({ timezone, locale })
  const signedIn = await accountOf(ownServices().staffFolder, account)
  if ((await signIn(signedIn)) !== 'signed-in')
    throw new Error(`The reference backend rejected the sign-in of the account ${signedIn.username}.`)
  forgetFocus()
  const user = userEvent.setup()
  const change = (changed: string) => void Object.assign(view, { params: changed })
  let view: TabView = { isActive: true, params, opening: 0, onChange: change, push: change }
  const main = () => <MainScreen Tab={Tab} features={features} view={view} {...kept} />
  const { rerender } = render(main(), { wrapper: AppProviders })
  setActive = (isActive) => {
    view = { ...view, isActive }
    rerender(main())
  }
  const unmount = () => {
    rerender(null)
    forgetFocus()
  }
  return { user, params: () => new URLSearchParams(view.params), unmount }
}

/** Has staff look at another tab, or again at the one that was mounted last. */
export let setActive: (isActive: boolean) => void

const NO_EXTENSIONS: TestExtensions = {}
const openDiagnosis = () => undefined

/** The shell's main screen for a tab: unmounts it and drops its toasts when the session ends (D10, end by a 401). */
function MainScreen({
  Tab,
  extensions = NO_EXTENSIONS,
  features = [],
  receipts,
  settings = inject('settings') ?? {},
  view,
}: Omit<RenderOptions, 'params'> & { Tab: ComponentType<TabProps<never>>; view: TabView }) {
  const isSignedIn = useSession((session) => session.idToken !== null)
  // The shell leaves the document with the session.
  const [notify] = useState(() => {
    const session = sessionId()
    return (message: ToastMessage) => {
      if (sessionId() !== session) return
      recordToast(message)
      show(message)
    }
  })
  const ofTab = useMemo(() => extensionsOf(extensions), [extensions])
  const [kept] = useState(() => ({ draft: inMemory<TabDraft>(null), receipts: inMemory<TabReceipts>(undefined) }))
  if (!isSignedIn) return <p>Sesión cerrada</p>
  return (
    <ProvidedExtensions value={{ components: extensions, props: { notify, features, overlays: document.body } }}>
      <Tab
        notify={notify}
        view={view}
        draft={kept.draft}
        receipts={receipts ?? kept.receipts}
        features={features}
        extensions={ofTab}
        openDiagnosis={openDiagnosis}
        overlays={document.body}
        // Each tab has its own type of them.
        settings={settings as never}
      />
    </ProvidedExtensions>
  )
}

/** A value that a tab keeps, in memory. */
function inMemory<Kept extends TabDraft | TabReceipts>(current: Kept['current']) {
  const kept = {
    current,
    onChange: (changed: Kept['current']) => {
      kept.current = changed
    },
  }
  return kept
}
