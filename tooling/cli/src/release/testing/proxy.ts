import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** An outgoing proxy of this machine, which alone knows the hosts of a network. */
export interface TestProxy {
  /** Its URL, with user and password. */
  url: string
  /** The targets of its requests: URLs, and `host:port` of tunnels. */
  seen: string[]
  close(): void
}

/**
 * Starts a proxy that asks for a password.
 *
 * @param hosts the port of this machine that serves a host
 */
export async function openProxy(password: string, hosts: Record<string, number>): Promise<TestProxy> {
  const seen: string[] = []
  const expected = `Basic ${Buffer.from(`proxy-user:${password}`).toString('base64')}`
  const isAdmitted = ({ headers }: IncomingMessage) => headers['proxy-authorization'] === expected

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { hostname, pathname, search } = new URL(incoming.url ?? '')
    seen.push(incoming.url ?? '')
    const port = hosts[hostname]
    if (!isAdmitted(incoming) || port === undefined) return void response.writeHead(port ? 407 : 502).end()
    const { method } = incoming
    const { 'proxy-authorization': _, ...headers } = incoming.headers
    const target = { host: '127.0.0.1', port, method, headers, path: pathname + search }
    incoming.pipe(
      request(target, (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))),
    )
  }

  function tunnel(incoming: IncomingMessage, socket: Duplex): void {
    seen.push(incoming.url ?? '')
    const port = hosts[incoming.url?.replace(/:\d+$/, '') ?? '']
    if (!isAdmitted(incoming) || port === undefined)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(target).pipe(socket)
    })
    for (const one of [socket, target]) one.on('error', () => [socket, target].forEach((other) => void other.destroy()))
  }

  const server = createServer(forward).on('connect', tunnel)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://proxy-user:${password}@127.0.0.1:${port}`,
    seen,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
