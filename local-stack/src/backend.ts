import { join } from 'node:path'
import { startReferenceBackend } from 'reference-backend'
import { asCommandError } from './command-error'
import { originOf } from './http-server'
import type { Settings } from './settings'

/** Where the services are, whoever runs them. */
export interface Backend {
  securityUrl: string
  apiUrl: string
  close(): Promise<void>
}

/**
 * Starts the reference backend for the pages of the shell, unless the settings name another backend.
 *
 * @throws CommandError when it cannot be started
 */
export async function startBackend({ backend, port, dataDirectory }: Settings): Promise<Backend> {
  if (backend.kind === 'foreign') {
    return { securityUrl: backend.securityUrl, apiUrl: backend.apiUrl, close: async () => undefined }
  }
  const { securityPort, apiPort, seed, admin, databaseUrl } = backend
  try {
    return await startReferenceBackend({
      database: databaseUrl
        ? { kind: 'postgres', url: databaseUrl }
        : { kind: 'embedded', directory: join(dataDirectory, 'database') },
      securityPort,
      apiPort,
      allowedOrigins: [originOf(port), originOf(port, '127.0.0.1')],
      seed,
      admin,
      logLevel: 'warn',
      logStream: process.stderr,
    })
  } catch (error) {
    throw asCommandError(error)
  }
}
