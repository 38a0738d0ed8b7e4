import { guardSession } from '@canje/shared-auth'
import { keepView, sessionId, takeDraft } from '@canje/shared-auth/host'
import { useLayoutEffect } from 'react'
import { Navigate, type RouteObject, replace, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router-dom'
import { AppFailure } from './AppFailure'
import { LoginScreen } from './login/LoginScreen'
import { GuardPending } from './main/GuardPending'
import type { MainScreenProps } from './main/MainScreen'
import type { LoadMain, Main } from './preload-main'
import { currentPath, LOGIN, loginPath, MAIN } from './return-path'

/** The routes of specification §2 and D19. */
export function createRoutes(loadMain: LoadMain): RouteObject[] {
  /** Only a link that opened the document is kept: after a sign-out, the back button must not show the old view. */
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  let link = navigation?.type === 'back_forward' ? MAIN : currentPath()
  let entered: Main | undefined

  const preload = () => {
    loadMain().catch((error: unknown) => console.warn(error))
  }

  async function enterMain() {
    const opened = link
    link = MAIN
    const loading = loadMain()
    // In parallel with the guard; the responses are discarded when it rejects the session.
    loading.then(({ remotes }) => remotes.prefetchEntryData()).catch(() => undefined)
    if (!(await guardSession())) {
      if (entered) return entered.openDocument(LOGIN)
      // Replaces the URL of a view, which the back button has entered.
      return replace(isKept() ? LOGIN : loginPath(opened))
    }
    const main = await loading
    entered = main
    main.remotes.enter(sessionId())
    return { ...main, draft: takeDraft() }
  }

  return [
    { path: LOGIN, element: <Login entered={() => entered} onInput={preload} />, errorElement: <AppFailure /> },
    {
      path: MAIN,
      loader: enterMain,
      shouldRevalidate: shouldRunGuard,
      element: <AuthenticatedMain />,
      errorElement: <AppFailure />,
      HydrateFallback: GuardPending,
    },
    { path: '*', element: <Navigate to={LOGIN} replace /> },
  ]
}

interface LoginProps {
  /** The main screen, once code of a tab may run in this document. */
  entered: () => Main | undefined
  onInput: () => void
}

/** The login screen, but only in a document where no code of a tab can read the password (D35). */
function Login({ entered, onInput }: LoginProps) {
  const main = entered()
  useLayoutEffect(() => {
    main?.openDocument(LOGIN)
  }, [main])
  return main ? null : <LoginScreen onInput={onInput} />
}

function AuthenticatedMain() {
  const { MainScreen, ...props }: Main & MainScreenProps = useLoaderData()
  return <MainScreen {...props} />
}

/** Keeps the view for the person whose session has expired, when one is known (D29). */
function isKept(): boolean {
  return location.pathname === MAIN && keepView(currentPath())
}

/** A change of tab changes only the query string and does not run the guard (D17, D18). */
function shouldRunGuard({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}
