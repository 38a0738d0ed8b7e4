import { parentPort, workerData } from 'node:worker_threads'
import { type ReferenceBackend, startReferenceBackend } from '@canje/reference-backend'
import { asCommandError } from '../project'

/** The only message of the thread to its parent. */
export type BackendMessage = Pick<ReferenceBackend, 'securityUrl' | 'apiUrl' | 'features'> | { failure: string }

/** Runs in the thread. Any message from the parent means "close". */
async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const send = (message: BackendMessage) => port.postMessage(message)
  try {
    const backend = await startReferenceBackend({ ...workerData, logStream: process.stderr })
    port.once('message', () => backend.close())
    const { securityUrl, apiUrl, features } = backend
    send({ securityUrl, apiUrl, features })
  } catch (error) {
    send({ failure: asCommandError(error).message })
  }
}

if (parentPort) await serve(parentPort)
