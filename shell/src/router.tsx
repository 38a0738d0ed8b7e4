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
      shouldRevalidate: entersAnew,
      element: <Admitted />,
      errorElement: <AppFailure />,
      HydrateFallback: GuardPending,
    },
    { path: '*', element: <Navigate to="/login" replace /> },
  ]
}

/** Makes the router and has the guard run again when the browser brings a frozen page back. */
export function createRouter(loadMain: LoadMain) {
  const router = createBrowserRouter(createRoutes(loadMain))
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) router.revalidate()
  })
  return router
}

/** Shown to a session that the guard has admitted. */
function Admitted() {
  const { MainScreen, remotes }: Main = useLoaderData()
  return <MainScreen remotes={remotes} />
}

async function enterMain(loadMain: LoadMain) {
  const loading = loadMain()
  // Beside the guard; the responses are dropped with a session that it does not admit.
  loading.then(({ remotes }) => remotes.prefetchEntryData()).catch(() => undefined)
  if (!(await guardSession())) return redirect('/login')
  const main = await loading
  main.remotes.enter(sessionId())
  return main
}

/** Moving between tabs changes only the query and is no new entry (D17, D18). */
function entersAnew({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}
