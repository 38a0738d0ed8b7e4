import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** A port of localhost that nothing listened on a moment ago. */
export async function freePort(): Promise<number> {
  const { server, port } = await occupiedPort()
  server.close()
  await once(server, 'close')
  return port
}

/** A port of localhost that is taken until `server` is closed. */
export async function occupiedPort(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
