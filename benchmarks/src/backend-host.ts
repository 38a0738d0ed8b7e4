import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { DatabaseChoice } from 'reference-backend'
import { type Gauges, type Order, type Report, staff } from './backend-messages'

/** A backend in a process of its own. */
export interface BackendHost {
  apiUrl: string
  /** A bare node:http server on the same database; undefined with the embedded engine, which lets in only one. */
  bareUrl: string | undefined
  /** A new session's header: a session lasts ten minutes, less than a suite. */
  signIn(): Promise<string>
  /** How the backend's event loop and memory did while `work` was done. */
  watch<Result>(work: () => Promise<Result>): Promise<Result & Gauges>
  close(): Promise<void>
}

export async function startBackendHost(database: DatabaseChoice): Promise<BackendHost> {
  const child = fork(new URL('backend-process.ts', import.meta.url), [JSON.stringify(database)], {
    execArgv: ['--import', 'tsx'],
  })
  const ready = await reportOf(child, 'ready')
  const tell = (order: Order) => child.send(order)
  return {
    apiUrl: ready.apiUrl,
    bareUrl: ready.bareUrl,
    signIn: async () => `Bearer ${await tokenFrom(ready.securityUrl)}`,
    watch: async (work) => {
      tell({ kind: 'watch' })
      const result = await work()
      tell({ kind: 'report' })
      const { gauges } = await reportOf(child, 'watched')
      return { ...result, ...gauges }
    },
    close: async () => {
      tell({ kind: 'close' })
      await once(child, 'exit')
    },
  }
}

async function reportOf<Kind extends Report['kind']>(child: ChildProcess, kind: Kind) {
  const given = new AbortController()
  const { signal } = given
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The backend has ended.')))
  const [report]: Report[] = await Promise.race([once(child, 'message', { signal }), ended])
  given.abort()
  if (report?.kind !== kind) throw new Error(`The backend said ${report?.kind} where ${kind} was expected.`)
  return report as Extract<Report, { kind: Kind }>
}

async function tokenFrom(securityUrl: string): Promise<string> {
  const answer = await fetch(`${securityUrl}/CreateToken`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username_input: staff.user, password_input: staff.password }),
  })
  const { data } = (await answer.json()) as { data: string }
  return data
}
