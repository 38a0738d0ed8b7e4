import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A pooler of connections, as PgBouncer, that refuses settings at the start of a connection. */
export interface Pooler {
  port: number
  /** Resolves when it no longer listens. Its connections end with their clients. */
  stop(): Promise<void>
}

/**
 * Starts a pooler before a PostgreSQL server.
 * @param refused names of startup parameters that it refuses
 */
export async function startPooler({ hostname, port }: URL, refused: readonly string[]): Promise<Pooler> {
  const server = createServer((incoming) => {
    incoming.on('error', () => undefined)
    incoming.once('data', (startup) => {
      const name = refused.find((parameter) => startup.includes(`\0${parameter}\0`))
      if (name) incoming.end(errorResponse(`unsupported startup parameter: ${name}`))
      else forward(incoming, connect(Number(port), hostname), startup)
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function forward(incoming: Socket, outgoing: Socket, startup: Buffer): void {
  outgoing.write(startup)
  outgoing.on('error', () => undefined)
  incoming.pipe(outgoing).pipe(incoming)
}

/** An ErrorResponse of PostgreSQL's protocol: fields of a letter and a text. */
function errorResponse(text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
