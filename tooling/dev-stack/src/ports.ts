import { createServer } from 'node:net'
import { CommandError } from 'workspace'

/** Another program may hold the port on one of these only. */
const ADDRESSES = ['127.0.0.1', '::1', '0.0.0.0', '::']
const MEANINGS: Record<string, string> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'needs more rights than this user has',
}

/**
 * Tells before any work is done that a port cannot be listened on.
 *
 * @param ports by the variable, or the remote, that each is for
 * @throws CommandError naming every such port
 */
export async function requireUsablePorts(ports: Record<string, number>): Promise<void> {
  const findings: string[] = sharedPorts(ports)
  for (const [user, port] of Object.entries(ports)) {
    const obstacle = await obstacleOf(port)
    if (obstacle) findings.push(`Port ${port} (${user}) ${obstacle}`)
  }
  if (findings.length > 0) throw new CommandError(`${findings.join('. ')}. Free that port or set another.`)
}

function sharedPorts(ports: Record<string, number>): string[] {
  const users = Object.keys(ports)
  return users.flatMap((user, index) =>
    users
      .slice(0, index)
      .filter((other) => ports[other] === ports[user])
      .map((other) => `${other} and ${user} are both ${ports[user]}`),
  )
}

async function obstacleOf(port: number): Promise<string | undefined> {
  for (const address of ADDRESSES) {
    const obstacle = MEANINGS[await codeOfListening(port, address)]
    if (obstacle) return obstacle
  }
  return undefined
}

/** An empty text when listening works. A machine without IPv6 gives a code that says nothing about the port. */
function codeOfListening(port: number, host: string): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    server.listen({ port, host, ipv6Only: host === '::', exclusive: true }, () => server.close(() => resolve('')))
  })
}
