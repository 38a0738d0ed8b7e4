import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type Call, send } from './backend-calls'
import type { Place } from './backend-places'
import type { Bench } from './suite'
import { bound } from './threshold'

const slowClients = 200
const leavingClients = 200
/** What they accept, in turn. */
const CODINGS = ['br', 'gzip', 'identity']

/** A sign-in and a list while others read nothing of theirs, or leave. */
export async function measureSlowClients({ runs, stop, record }: Bench, { engine, host }: Place): Promise<void> {
  const signIns: number[] = []
  const firstBytes: number[] = []
  const memory: number[] = []
  for (let run = 0; run < runs; run++) {
    stop.throwIfAborted()
    const measured = await host.watch(() => besideSlowClients(host))
    signIns.push(measured.signInMs)
    firstBytes.push(measured.firstByteMs)
    memory.push(measured.memoryGrowthMiB)
  }
  const name = `${slowClients} clients read nothing of SelectReport and ${leavingClients} leave, ${engine}`
  record(`${name}: sign-in`, { unit: 'ms', subject: signIns, bound: bound.atMost(1_000) })
  record(`${name}: first byte of another list`, { unit: 'ms', subject: firstBytes, bound: bound.atMost(1_000) })
  record(`${name}: memory growth`, { unit: 'MiB', subject: memory, bound: bound.atMost(256) })
}

async function besideSlowClients({
  apiUrl,
  signIn,
}: Place['host']): Promise<{ signInMs: number; firstByteMs: number }> {
  const agent = new Agent()
  const Authorization = await signIn()
  const ask = async (coding: string): Promise<IncomingMessage> => {
    const headers = { Authorization, 'Accept-Encoding': coding }
    const [response] = await once(get(`${apiUrl}/SelectReport`, { agent, headers }), 'response')
    return response
  }
  const askAll = (clients: number) =>
    Promise.all(Array.from({ length: clients }, (_, client) => ask(CODINGS[client % CODINGS.length] ?? 'identity')))
  const slow = await askAll(slowClients)
  for (const response of await askAll(leavingClients)) response.destroy()
  const start = performance.now()
  const authorization = await signIn()
  const signInMs = performance.now() - start
  const { firstByteMs, response } = await firstByte({ url: `${apiUrl}/SelectUsers`, authorization })
  response.destroy()
  for (const response of slow) response.destroy()
  agent.destroy()
  return { signInMs, firstByteMs }
}

async function firstByte(call: Call): Promise<{ firstByteMs: number; response: IncomingMessage }> {
  const start = performance.now()
  const response = await send(call)
  await once(response, 'readable')
  return { firstByteMs: performance.now() - start, response }
}
