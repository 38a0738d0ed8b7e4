import { cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { configureServices, useSession } from 'shared-auth'
import { readSession } from 'shared-auth/stored-session'
import { startTestServer } from 'shared-auth/test-server'
import { sessionForTests, type TestSession } from 'shared-auth/testing'
import { Surface } from 'shared-ui/host'
import { MainScreen } from '../main/MainScreen'
import { createRoutes } from '../router'
import { createTestRemotes, remote } from './test-remotes'

export { remote, withReleases } from './test-remotes'

/** What the security service of the test answers. */
interface Answers {
  token: unknown
  sessionId: number
  /** In place of a token: a 429 with these headers. */
  tooManyAttempts?: Record<string, string> | undefined
}

/** The host's routes against a security service of their own, with two registered tabs that raise a toast. */
export async function startTestShell() {
  const answers: Answers = { token: 't', sessionId: 1 }
  const server = await startTestServer(({ path }) => ({
    ...(path === '/CreateToken' && answers.tooManyAttempts && { status: 429, headers: answers.tooManyAttempts }),
    body: JSON.stringify({ data: path === '/CreateToken' ? answers.token : { data: { id: answers.sessionId } } }),
  }))
  configureServices({ securityUrl: server.url, apiUrl: server.url })
  const page = createTestRemotes(remote('usuarios', 1), remote('codigos', 2))

  return {
    ...page,
    answers,
    /** The calls that the security service received. */
    paths: () => server.calls.map(({ path }) => path),
    /** Shows a URL with these remotes, the shell's own by default; the router tells where the host has gone. */
    open(path: string, remotes = page.remotes) {
      const routes = createRoutes(async () => ({ MainScreen, remotes }))
      const router = createMemoryRouter(routes, { initialEntries: [path] })
      render(
        <Surface>
          <RouterProvider router={router} />
        </Surface>,
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

/** Leaves a session behind, as a sign-in does. */
export function storeSession(session?: TestSession): void {
  Object.assign(sessionStorage, sessionForTests({ token: 'stored', ...session }))
}

/** The same for code that does not read the storage again: it is signed in at once. */
export function enterSession(session?: TestSession): void {
  storeSession(session)
  useSession.setState(readSession())
}
