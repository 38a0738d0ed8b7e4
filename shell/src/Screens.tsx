import { guardSession } from '@canje/shared-auth'
import { keepView, takeKept } from '@canje/shared-auth/host'
import { SlowStart } from '@canje/shared-ui/slow-notice'
import { type ComponentType, useEffectEvent, useLayoutEffect, useState } from 'react'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { AppFailure } from './AppFailure'
import { LoginScreen } from './login/LoginScreen'
import type { MainScreenProps } from './main/MainScreen'
import type { OpenDocument } from './new-document'
import type { Remotes } from './remotes'
import { currentPath, LOGIN, loginPath, MAIN } from './return-path'

/** The main screen and its remotes, which the login screen does not need. */
export interface Main {
  MainScreen: ComponentType<MainScreenProps>
  remotes: Remotes
  /** Leaves a document in which code of a tab may run (D35, new document per session). */
  openDocument: OpenDocument
}

/** Starts the main screen once; a call after a failure starts it again. */
export type LoadMain = () => Promise<Main>

/** The screens of specification §2 by path (D19, routes), or an error page in place of one that cannot be shown. */
export function Screens(props: ScreensProps) {
  return (
    <ErrorBoundary FallbackComponent={AppFailure}>
      <Screen {...props} />
    </ErrorBoundary>
  )
}

interface ScreensProps {
  loadMain: LoadMain
}

type EnteredMain = Main & MainScreenProps

function Screen({ loadMain }: ScreensProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { showBoundary } = useErrorBoundary()
  const [link] = useState(openedLink)
  const [main, setMain] = useState<EnteredMain>()

  /** Shows the main screen, at another path if one is given. @returns false when the guard rejects the session */
  async function enter(path?: string): Promise<boolean> {
    try {
      const entered = await guardMain(loadMain, path)
      if (!entered) return false
      setMain(entered)
    } catch (error) {
      showBoundary(error)
    }
    // Also under the error page, which loads the URL again.
    if (path !== undefined) navigate(path)
    return true
  }

  // Code of a tab could read the password in this document (D35, sign-out).
  useLayoutEffect(() => {
    if (main && pathname !== MAIN) main.openDocument(LOGIN)
  }, [main, pathname])

  if (main) {
    const { MainScreen, ...props } = main
    return pathname === MAIN ? <MainScreen {...props} /> : null
  }
  if (pathname === MAIN) return <Entry link={link} enter={enter} />
  if (pathname !== LOGIN) return <Navigate to={LOGIN} replace />
  return (
    <LoginScreen
      onInput={() => {
        loadMain().catch((error: unknown) => console.warn(error))
      }}
      enter={enter}
    />
  )
}

/** Loads the main screen while the guard runs. @returns undefined when the guard rejects the session (specification §5) */
async function guardMain(loadMain: LoadMain, path?: string): Promise<EnteredMain | undefined> {
  const loading = loadMain()
  // In parallel with the guard; the responses are discarded when it rejects the session.
  loading.then(({ remotes }) => remotes.prefetchEntry(path)).catch(() => undefined)
  if (!(await guardSession())) return undefined
  const main = await loading
  main.remotes.enter(path)
  return { ...main, draft: takeKept('draft') }
}

interface EntryProps {
  /** The path to return to after a sign-in. */
  link: string
  enter: () => Promise<boolean>
}

/** `/main` until the guard has passed. */
function Entry({ link, enter }: EntryProps) {
  const navigate = useNavigate()
  const open = useEffectEvent(async () => {
    // Replaces the URL of a view, which the back button has entered.
    if (!(await enter())) navigate(isKept() ? LOGIN : loginPath(link), { replace: true })
  })
  // Before the first frame.
  useLayoutEffect(() => {
    open()
  }, [])
  return (
    <div className="guard-pending">
      <p role="status">Comprobando la sesión…</p>
      <SlowStart />
    </div>
  )
}

/** The path of the link that opened the document: after a sign-out, the back button must not show the view of another entry. */
function openedLink(): string {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'back_forward' ? MAIN : currentPath()
}

/** Keeps the view for the person whose session has expired, when one is known (D29, session storage). */
function isKept(): boolean {
  return location.pathname === MAIN && keepView(currentPath())
}
