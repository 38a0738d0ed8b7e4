import type { ComponentType } from 'react'
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
import { importTabs, prepareTabs } from './prepare-tabs'

/** The routes of specification §2 and D19. */
export const routes: RouteObject[] = [
  { path: '/login', element: <LoginScreen />, errorElement: <AppFailure /> },
  {
    path: '/main',
    loader: enterMain,
    shouldRevalidate: entersAnew,
    element: <Admitted />,
    errorElement: <AppFailure />,
    HydrateFallback: GuardPending,
  },
  { path: '*', element: <Navigate to="/login" replace /> },
]

/** Makes the router and has the guard run again when the browser brings a frozen page back. */
export function createRouter() {
  const router = createBrowserRouter(routes)
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) router.revalidate()
  })
  return router
}

/** What the guard brought: the login screen does without its code. */
function Admitted() {
  const { MainScreen }: { MainScreen: ComponentType } = useLoaderData()
  return <MainScreen />
}

async function enterMain() {
  prepareTabs()
  const tabs = importTabs()
  // Beside the guard and the tab's code; what they answer is dropped with a session that the guard does not let in.
  tabs.then(({ startCalls }) => startCalls()).catch(() => undefined)
  if (!(await guardSession())) return redirect('/login')
  const { keepPreviewFor, MainScreen, retryOldFailure } = await tabs
  retryOldFailure()
  keepPreviewFor(sessionId())
  return { MainScreen }
}

/** Moving between tabs changes only the query and is no new entry (D17, D18). */
function entersAnew({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}
