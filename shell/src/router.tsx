import { guardSession } from '@canje/shared-auth'
import { keepView, sessionId } from '@canje/shared-auth/host'
import {
  createBrowserRouter,
  Navigate,
  type RouteObject,
  replace,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router-dom'
import { AppFailure } from './AppFailure'
import { LoginScreen } from './login/LoginScreen'
import { GuardPending } from './main/GuardPending'
import type { LoadMain, Main } from './preload-main'
import { currentPath, loginPath } from './return-path'

/** The routes of specification §2 and D19. */
export function createRoutes(loadMain: LoadMain): RouteObject[] {
  const preload = () => {
    loadMain().catch((error: unknown) => console.warn(error))
  }
  return [
    { path: '/login', element: <LoginScreen onInput={preload} />, errorElement: <AppFailure /> },
    {
      path: '/main',
      loader: () => enterMain(loadMain),
      shouldRevalidate: shouldRunGuard,
      element: <AuthenticatedMain />,
      errorElement: <AppFailure />,
      HydrateFallback: GuardPending,
    },
    { path: '*', element: <Navigate to="/login" replace /> },
  ]
}

/** Creates the router, which runs the guard again when the page is restored from the back/forward cache. */
export function createRouter(loadMain: LoadMain) {
  const router = createBrowserRouter(createRoutes(loadMain))
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) router.revalidate()
  })
  return router
}

function AuthenticatedMain() {
  const { MainScreen, remotes }: Main = useLoaderData()
  return <MainScreen remotes={remotes} />
}

/** Only a link that a document was opened with is kept: after a sign-out, the back button must not show the old view. */
let isFirstEntry = true

async function enterMain(loadMain: LoadMain) {
  const link = isFirstEntry ? currentPath() : '/main'
  isFirstEntry = false
  const loading = loadMain()
  // In parallel with the guard; the responses are discarded when it rejects the session.
  loading.then(({ remotes }) => remotes.prefetchEntryData()).catch(() => undefined)
  if (!(await guardSession())) {
    // Replaces the URL of a view, which the back button has entered.
    return replace(isKept() ? '/login' : loginPath(link))
  }
  const main = await loading
  main.remotes.enter(sessionId())
  return main
}

/** Keeps the view for the person whose session has expired, when one is known (D29). */
function isKept(): boolean {
  return location.pathname === '/main' && keepView(currentPath())
}

/** A change of tab changes only the query string and does not run the guard (D17, D18). */
function shouldRunGuard({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}
