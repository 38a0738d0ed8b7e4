import { deepEqual } from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** The status of the response to a request whose head is sent unchanged. */
export async function statusOf(port: number, head: readonly string[]): Promise<number> {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  socket.write([...head, 'Connection: close', '', ''].join('\r\n'))
  const status = /^HTTP\/1\.1 (\d{3})/.exec(await text(socket))?.[1]
  return Number(status)
}

/**
 * Expects of a listener that it serves its own hosts, and gives pages of other sites 421 whatever they send.
 *
 * @param path of a response with the status 200
 * @param hosts its hosts besides localhost
 */
export async function expectOwnHostsOnly(port: number, path: string, hosts: readonly string[] = []): Promise<void> {
  const status = (...head: string[]) => statusOf(port, head)
  const get = `GET ${path} HTTP/1.1`
  for (const host of ['localhost', `localhost:${port}`, 'LocalHost:80', ...hosts])
    deepEqual([host, await status(get, `Host: ${host}`)], [host, 200])
  const preflight = ['Origin: http://localhost:3000', 'Access-Control-Request-Method: GET']
  const requests = [
    [get, `Host: rebound.example:${port}`],
    [get, 'Host: rebound.example', 'X-Forwarded-Host: localhost'],
    [`OPTIONS ${path} HTTP/1.1`, 'Host: rebound.example', ...preflight],
    [get, 'Host: rebound.example', 'Connection: Upgrade', 'Upgrade: websocket'],
    ['GET /unknown HTTP/1.1', 'Host: rebound.example'],
    ['GET /%zz HTTP/1.1', 'Host: rebound.example'],
  ]
  for (const head of requests) deepEqual([head, await status(...head)], [head, 421])
}
