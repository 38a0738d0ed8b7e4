import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { BackendFixture } from './backend-fixtures'
import { type ApiRequest, send } from './backend-requests'
import type { Bench } from './suite'
import { threshold } from './threshold'

const SLOW_CLIENTS = 200
const LEAVING_CLIENTS = 200
/** The `Accept-Encoding` of the clients, by turns. */
const CODINGS = ['br', 'gzip', 'identity']

/** Measures a sign-in and a list while other clients do not read their responses, or disconnect. */
export async function measureSlowClients(
  { runs, stop, record }: Bench,
  { engine, host }: BackendFixture,
): Promise<void> {
  const signIns: number[] = []
  const firstBytes: number[] = []
  const memory: number[] = []
  for (let run = 0; run < runs; run++) {
    stop.throwIfAborted()
    const measured = await host.watch(() => measureWithSlowClients(host))
    signIns.push(measured.signInMs)
    firstBytes.push(measured.firstByteMs)
    memory.push(measured.memoryGrowthMiB)
  }
  const name = `SelectReport with ${SLOW_CLIENTS} stalled and ${LEAVING_CLIENTS} disconnected clients, ${engine}`
  record(`${name}: sign-in`, { unit: 'ms', subject: signIns, threshold: threshold.atMost(1_000) })
  record(`${name}: first byte of another list`, { unit: 'ms', subject: firstBytes, threshold: threshold.atMost(1_000) })
  record(`${name}: memory growth`, { unit: 'MiB', subject: memory, threshold: threshold.atMost(256) })
}

async function measureWithSlowClients({
  apiUrl,
  signIn,
}: BackendFixture['host']): Promise<{ signInMs: number; firstByteMs: number }> {
  const agent = new Agent()
  const Authorization = await signIn()
  const requestReport = async (coding: string): Promise<IncomingMessage> => {
    const headers = { Authorization, 'Accept-Encoding': coding }
    const [response] = await once(get(`${apiUrl}/SelectReport`, { agent, headers }), 'response')
    return response
  }
  const requestReports = (clients: number) =>
    Promise.all(
      Array.from({ length: clients }, (_, client) => requestReport(CODINGS[client % CODINGS.length] ?? 'identity')),
    )
  const slow = await requestReports(SLOW_CLIENTS)
  for (const response of await requestReports(LEAVING_CLIENTS)) response.destroy()
  const start = performance.now()
  const authorization = await signIn()
  const signInMs = performance.now() - start
  const { firstByteMs, response } = await firstByte({ url: `${apiUrl}/SelectUsers`, authorization })
  response.destroy()
  for (const response of slow) response.destroy()
  agent.destroy()
  return { signInMs, firstByteMs }
}

async function firstByte(request: ApiRequest): Promise<{ firstByteMs: number; response: IncomingMessage }> {
  const start = performance.now()
  const response = await send(request)
  await once(response, 'readable')
  return { firstByteMs: performance.now() - start, response }
}
