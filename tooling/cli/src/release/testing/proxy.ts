import { Agent, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Server as ProxyServer } from 'proxy-chain'

/** An outgoing proxy of this machine, which alone knows the hosts of a network. */
export type TestProxy = Awaited<ReturnType<typeof openProxy>>

/**
 * Starts a proxy that asks for a password.
 *
 * @param hosts the server of each host: of HTTP, or of HTTPS in a tunnel
 * @returns its URL with user and password
 */
export async function openProxy(password: string, hosts: Record<string, Server>) {
  /** The targets of its requests: URLs, and `host:port` of tunnels. */
  const seen: string[] = []
  const proxy = new ProxyServer({
    host: '127.0.0.1',
    port: 0,
    prepareRequestFunction({ request, hostname, isHttp, ...given }) {
      seen.push(request.url ?? '')
      const server = hosts[hostname]
      if (given.password !== password || !server) return { requestAuthentication: true }
      return isHttp ? { httpAgent: agentOf(server) } : { customConnectServer: server }
    },
  })
  await proxy.listen()
  return { url: `http://proxy-user:${password}@127.0.0.1:${proxy.port}`, seen, close: () => proxy.close(true) }
}

/** Connects every host to a server. */
function agentOf(server: Server): Agent {
  const { port } = server.address() as AddressInfo
  return Object.assign(new Agent(), { createConnection: () => connect(port, '127.0.0.1') })
}
