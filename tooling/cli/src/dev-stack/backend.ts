import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BackendOptions, DatabaseChoice } from '@canje/reference-backend'
import { CommandError } from '../project'
import type { BackendMessage } from './backend-thread'
import { originOf } from './origin'
import type { ReferenceBackendSettings, Settings } from './settings'

/** Time for running requests to finish, of the 5 s that a shutdown takes at most. */
const DRAIN_MS = 4_000

/** The services of the reference backend or of an external one. */
export interface Backend {
  securityUrl: string
  apiUrl: string
  /** Capabilities beyond the specification (D27, optional features). */
  features: string[]
  close(): Promise<unknown>
}

/**
 * Starts the reference backend for the pages of the shell, unless the settings name an external backend.
 *
 * @throws CommandError when it cannot be started
 */
export async function startBackend(settings: Settings): Promise<Backend> {
  const { backend } = settings
  if (backend.kind === 'external') {
    const { securityUrl, apiUrl, features } = backend
    return { securityUrl, apiUrl, features, close: async () => undefined }
  }
  return startThread(optionsOf(backend, settings))
}

/** In a thread, a busy backend blocks neither the servers of the shell nor the shutdown. */
async function startThread(options: BackendOptions): Promise<Backend> {
  const worker = new Worker(new URL('./start-backend-thread.js', import.meta.url), { workerData: options })
  const ended = once(worker, 'exit')
  const [message]: BackendMessage[] = await once(worker, 'message')
  if (!message || 'failure' in message)
    throw new CommandError(message?.failure ?? 'The reference backend ended without a message. Start it again.')
  return {
    ...message,
    close() {
      worker.postMessage('close')
      return ended
    },
  }
}

/** The database of the reference backend: that of `DATABASE_URL`, or the embedded one in the data directory. */
export function databaseOf(databaseUrl: string | undefined, dataDirectory: string): DatabaseChoice {
  return databaseUrl
    ? { kind: 'postgres', url: databaseUrl }
    : { kind: 'embedded', directory: join(dataDirectory, 'database') }
}

function optionsOf(
  { kind: _, databaseUrl, ...backend }: ReferenceBackendSettings,
  { port, allowedHosts, dataDirectory }: Settings,
): BackendOptions {
  return {
    ...backend,
    database: databaseOf(databaseUrl, dataDirectory),
    allowedOrigins: allowedHosts.map((host) => originOf(port, host)),
    allowedHosts,
    logLevel: 'warn',
    drainMs: DRAIN_MS,
  }
}
