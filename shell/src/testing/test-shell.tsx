import { configureServices, useSession } from '@canje/shared-auth'
import { readSession } from '@canje/shared-auth/stored-session'
import { startTestServer } from '@canje/shared-auth/test-server'
import { sessionForTests, type TestSession } from '@canje/shared-auth/testing'
import { AppProviders } from '@canje/shared-ui/host'
import { cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { MainScreen } from '../main/MainScreen'
import { createRoutes } from '../router'
import { createTestRemotes, remote } from './test-remotes'

export { remote, withReleases } from './test-remotes'

/** The responses of the security service of the test. */
interface Responses {
  token: unknown
  sessionId: number
  /** Status of every response; 200 by default. */
  failure?: number
  /** Headers of a 429 in place of a token. */
  tooManyAttempts?: Record<string, string> | undefined
}

/** Starts the shell's routes with a test security service and two registered tabs. */
export async function startTestShell() {
  const responses: Responses = { token: 't', sessionId: 1 }
  const server = await startTestServer(({ path }) => ({
    ...(responses.failure && { status: responses.failure }),
    ...(path === '/CreateToken' && responses.tooManyAttempts && { status: 429, headers: responses.tooManyAttempts }),
    body: JSON.stringify({ data: path === '/CreateToken' ? responses.token : { data: { id: responses.sessionId } } }),
  }))
  configureServices({ securityUrl: server.url, apiUrl: server.url })
  const page = createTestRemotes(remote('usuarios', 1), remote('codigos', 2))

  return {
    ...page,
    responses,
    /** Paths of the requests that the security service received. */
    paths: () => server.requests.map(({ path }) => path),
    /** Renders a URL with these remotes, by default those of the test shell. @returns its router */
    open(path: string, remotes = page.remotes) {
      const routes = createRoutes(async () => ({ MainScreen, remotes }))
      const router = createMemoryRouter(routes, { initialEntries: [path] })
      render(
        <AppProviders>
          <RouterProvider router={router} />
        </AppProviders>,
      )
      return router
    },
    async close() {
      cleanup()
      sessionStorage.clear()
      localStorage.clear()
      await server.close()
    },
  }
}
export type TestShell = Awaited<ReturnType<typeof startTestShell>>

/** Stores a session as a sign-in does. */
export function storeSession(session?: TestSession): void {
  Object.assign(sessionStorage, sessionForTests({ token: 'stored', ...session }))
}

/** Stores a session and updates the session state, for code that does not read the storage again. */
export function enterSession(session?: TestSession): void {
  storeSession(session)
  useSession.setState(readSession())
}
