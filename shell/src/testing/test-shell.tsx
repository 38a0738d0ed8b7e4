import { cleanup, configure, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { RegisteredRemote } from 'registry'
import { configureServices, type TabProps, useSession } from 'shared-auth'
import { readSession } from 'shared-auth/stored-session'
import { startTestServer } from 'shared-auth/test-server'
import { sessionForTests, type TestSession } from 'shared-auth/testing'
import { vi } from 'vitest'
import { forgetFailures } from '../remotes/failed-releases'
import { loadRelease } from '../remotes/load-release'
import { useRegistry } from '../remotes/registry-store'
import { routes } from '../router'
import { Surface } from '../surface'

// A condition that does not come fails its test anyway; a busy machine should not.
configure({ asyncUtilTimeout: 15_000 })

/** What the security service of the test answers. */
interface Answers {
  token: unknown
  sessionId: number
  /** In place of a token: a 429 with these headers. */
  tooManyAttempts?: Record<string, string> | undefined
}

/**
 * The host's routes against a security service of their own, with two registered tabs that raise a toast.
 * The test file mocks `remotes/load-release`.
 */
export async function startTestShell() {
  const answers: Answers = { token: 't', sessionId: 1 }
  const server = await startTestServer(({ path }) => ({
    ...(path === '/CreateToken' && answers.tooManyAttempts && { status: 429, headers: answers.tooManyAttempts }),
    body: JSON.stringify({ data: path === '/CreateToken' ? answers.token : { data: { id: answers.sessionId } } }),
  }))
  configureServices({ securityUrl: server.url, apiUrl: server.url })
  const remotes = [remote('usuarios', 1), remote('codigos', 2)]
  useRegistry.setState({ status: 'ready', serial: 1, remotes, reread: async () => undefined }, true)
  vi.mocked(loadRelease).mockResolvedValue({ default: FakeTab })

  return {
    answers,
    /** The calls that the security service received. */
    paths: () => server.calls.map(({ path }) => path),
    /** Shows an address; the router it gives tells where the host has gone. */
    open(path: string) {
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
      remotes.forEach(forgetFailures)
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

/** The form of a hash is checked, and what it is of is not loaded in these tests. */
const HASH = `sha384-${'A'.repeat(64)}`

/** A remote as the parsed registry has it. */
export function remote(id: string, order: number): RegisteredRemote {
  return {
    name: `mf-${id}`,
    live: {
      version: '1.0.0',
      build: 'b',
      entry: `http://remotes.example/mf-${id}/1.0.0/remoteEntry.b.js`,
      integrity: { 'remoteEntry.b.js': HASH },
      preload: [],
      tab: { id, label: id, order, columns: 1 },
      requires: {},
      commit: null,
      builtAt: '2026-11-20T12:00:00.000Z',
    },
    previous: [],
  }
}

/** The remote with releases of its own, the live one first. */
export function withReleases(remote: RegisteredRemote, live: string, ...previous: string[]): RegisteredRemote {
  const release = (version: string) => ({
    ...remote.live,
    version,
    build: `build-${version}`,
    entry: `http://remotes.example/${remote.name}/${version}/remoteEntry.js`,
    integrity: { 'remoteEntry.js': HASH },
  })
  return { ...remote, live: release(live), previous: previous.map(release) }
}

function FakeTab({ notify }: TabProps) {
  return (
    <button type="button" onClick={() => notify({ severity: 'info', summary: 'Aviso', detail: 'de la pestaña' })}>
      Avisar
    </button>
  )
}
