import { parentPort, workerData } from 'node:worker_threads'
import { type ReferenceBackend, startReferenceBackend } from 'reference-backend'
import { asCommandError } from 'workspace'

/** What the thread tells whoever started it, once. */
export type BackendMessage = Pick<ReferenceBackend, 'securityUrl' | 'apiUrl' | 'features'> | { failure: string }

/** The thread's own end; any message to it means "close". */
async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const tell = (message: BackendMessage) => port.postMessage(message)
  try {
    const backend = await startReferenceBackend({ ...workerData, logStream: process.stderr })
    port.once('message', () => backend.close())
    const { securityUrl, apiUrl, features } = backend
    tell({ securityUrl, apiUrl, features })
  } catch (error) {
    tell({ failure: asCommandError(error).message })
  }
}

if (parentPort) await serve(parentPort)
