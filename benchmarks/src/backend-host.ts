import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { DatabaseChoice } from '@canje/reference-backend'
import { type Command, type Gauges, type Message, staff } from './backend-messages'

/** A backend in its own process. */
export interface BackendHost {
  apiUrl: string
  /** A bare node:http server on the same database; undefined for the embedded engine, which allows one connection. */
  bareUrl: string | undefined
  /** Opens a session and returns its `Authorization` header. A session lasts ten minutes, less than a suite. */
  signIn(): Promise<string>
  /** Measures the backend's event loop delay and memory growth during `work`. */
  watch<Result>(work: () => Promise<Result>): Promise<Result & Gauges>
  close(): Promise<void>
}

/** Forks a backend and waits until it accepts requests. */
export async function startBackendHost(database: DatabaseChoice): Promise<BackendHost> {
  const child = fork(new URL('backend-process.ts', import.meta.url), [JSON.stringify(database)], {
    execArgv: ['--import', 'tsx'],
  })
  const ready = await messageOf(child, 'ready')
  const sendMessage = (command: Command) => child.send(command)
  return {
    apiUrl: ready.apiUrl,
    bareUrl: ready.bareUrl,
    signIn: async () => `Bearer ${await tokenFrom(ready.securityUrl)}`,
    watch: async (work) => {
      sendMessage({ kind: 'watch' })
      const result = await work()
      sendMessage({ kind: 'report' })
      const { gauges } = await messageOf(child, 'watched')
      return { ...result, ...gauges }
    },
    close: async () => {
      sendMessage({ kind: 'close' })
      await once(child, 'exit')
    },
  }
}

async function messageOf<Kind extends Message['kind']>(child: ChildProcess, kind: Kind) {
  const received = new AbortController()
  const { signal } = received
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The backend process exited.')))
  const [message]: Message[] = await Promise.race([once(child, 'message', { signal }), ended])
  received.abort()
  if (message?.kind !== kind) throw new Error(`The backend process sent "${message?.kind}" instead of "${kind}".`)
  return message as Extract<Message, { kind: Kind }>
}

async function tokenFrom(securityUrl: string): Promise<string> {
  const response = await fetch(`${securityUrl}/CreateToken`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username_input: staff.user, password_input: staff.password }),
  })
  const { data } = (await response.json()) as { data: string }
  return data
}
