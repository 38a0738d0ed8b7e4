import { configureServices, restoreSession } from '@canje/shared-auth/host'
import { type Reply, startTestServer } from '@canje/shared-auth/test-server'
import { sessionForTests, type TestSession } from '@canje/shared-auth/testing'
import { AppProviders } from '@canje/shared-ui/host'
import { act, cleanup, render } from '@testing-library/react'
import { type Location, MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import { MainScreen } from '../main/MainScreen'
import type { OpenDocument } from '../new-document'
import { Screens } from '../Screens'
import { createTestRemotes, remote } from './test-remotes'

/** The responses of the security service of the test. */
interface Responses {
  token: unknown
  sessionId: number
  /** The reply to every request, in place of these. */
  reply?: Reply | undefined
}

/** The router of the current document. */
let router: { location: Location; navigate: NavigateFunction } | undefined

function Router() {
  router = { location: useLocation(), navigate: useNavigate() }
  return null
}

/** Starts the shell's screens with a test security service and two tabs, until the test ends. */
export async function startTestShell() {
  const responses: Responses = { token: 't', sessionId: 1 }
  const server = await startTestServer(
    ({ path }) =>
      responses.reply ?? {
        body: JSON.stringify({
          data: path === '/CreateToken' ? responses.token : { data: { id: responses.sessionId } },
        }),
      },
  )
  configureServices({ securityUrl: server.url, apiUrl: server.url })
  const page = createTestRemotes(remote('usuarios'), remote('codigos'))

  let isClosed = false
  onTestFinished(() => {
    isClosed = true
    cleanup()
    sessionStorage.clear()
    localStorage.clear()
  })

  /** Each call is a document of the page. */
  function open(path: string, remotes = page.remotes) {
    const leave = vi.fn<OpenDocument>(async (path) => {
      // Not while React renders.
      await Promise.resolve()
      if (!isClosed) {
        cleanup()
        open(path, remotes)
      }
      return new Promise(() => undefined)
    })
    render(
      <AppProviders>
        <MemoryRouter initialEntries={[path]} useTransitions={false}>
          <Screens loadMain={async () => ({ MainScreen, remotes, openDocument: leave })} />
          <Router />
        </MemoryRouter>
      </AppProviders>,
    )
    return {
      leave,
      location: () => router?.location,
      navigate: (path: string) => act(async () => router?.navigate(path)),
    }
  }

  return {
    ...page,
    responses,
    /** Paths of the requests that the security service received. */
    paths: () => server.requests.map(({ path }) => path),
    /** Bodies of the requests to a path. */
    bodies: (path: string): unknown[] =>
      server.requests.filter((request) => request.path === path).map(({ body }) => JSON.parse(body)),
    /** Renders a URL with these remotes, by default those of the test shell. @returns its location, how to navigate, and how the document is left */
    open,
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
  restoreSession()
}
