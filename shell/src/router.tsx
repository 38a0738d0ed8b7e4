import {
  createBrowserRouter,
  Navigate,
  type RouteObject,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router-dom'
import { guardSession } from 'shared-auth'
import { sessionId } from 'shared-auth/host'
import { AppFailure } from './AppFailure'
import { LoginScreen } from './login/LoginScreen'
import { GuardPending } from './main/GuardPending'
import type { LoadMain, Main } from './preload-main'

/** The routes of specification §2 and D19. */
export function createRoutes(loadMain: LoadMain): RouteObject[] {
  const preload = () => {
    loadMain().catch((error: unknown) => console.warn(error))
  }
  return [
    { path: '/login', element: <LoginScreen onFocus={preload} />, errorElement: <AppFailure /> },
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

async function enterMain(loadMain: LoadMain) {
  const loading = loadMain()
  // In parallel with the guard; the responses are discarded when it rejects the session.
  loading.then(({ remotes }) => remotes.prefetchEntryData()).catch(() => undefined)
  if (!(await guardSession())) return redirect('/login')
  const main = await loading
  main.remotes.enter(sessionId())
  return main
}

/** A change of tab changes only the query string and does not run the guard (D17, D18). */
function shouldRunGuard({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}
