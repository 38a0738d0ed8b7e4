import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { DatabaseChoice } from '@canje/reference-backend'
import { createSessions, deleteCode, HttpError, openDatabase, selectScores } from '@canje/reference-backend/testing'
import * as v from 'valibot'

const Body = v.object({ prmCodeId: v.optional(v.number(), 0), prmNameOrPhone: v.optional(v.string(), '') })

/** Starts a server of two handwritten endpoints: the same session check and queries, without a framework. */
export async function startBareServer(choice: DatabaseChoice): Promise<{ url: string; close(): Promise<void> }> {
  const database = await openDatabase(choice)
  const sessions = await createSessions(database)
  const handlers: Record<string, (body: v.InferOutput<typeof Body>) => Promise<unknown>> = {
    '/DeleteCode': ({ prmCodeId }) => deleteCode(database, prmCodeId),
    '/SelectScores': ({ prmNameOrPhone }) => selectScores(database, prmNameOrPhone).execute(),
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/json')
    try {
      if ((await sessions.accountOf(request.headers.authorization)) === 0) throw new Error('not signed in')
      const data = await handlers[request.url ?? '']?.(v.parse(Body, await json(request)))
      response.end(JSON.stringify({ data }))
    } catch (error) {
      response.writeHead(error instanceof HttpError ? error.status : 500).end(JSON.stringify({ error: String(error) }))
    }
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await database.destroy()
  }
  return { url: `http://localhost:${port}`, close }
}
