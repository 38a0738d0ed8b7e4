import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Finds a port of localhost that was just free. */
export async function freePort(): Promise<number> {
  const { server, port } = await occupiedPort()
  server.close()
  await once(server, 'close')
  return port
}

/** Occupies a port of localhost until `server` is closed. */
export async function occupiedPort(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
