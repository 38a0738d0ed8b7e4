import { createServer } from 'node:net'
import { CommandError } from '../project'

/** Another process may use the port on only one of these addresses. */
const ADDRESSES = ['127.0.0.1', '::1', '0.0.0.0', '::']
const PROBLEMS: Record<string, string> = {
  EADDRINUSE: 'is in use by another process',
  EACCES: 'needs more privileges than this user has',
}

/**
 * Checks that every port can be listened on, before any other work starts.
 *
 * @param ports ports by environment variable or remote
 * @throws CommandError naming every unusable port
 */
export async function requireUsablePorts(ports: Record<string, number>): Promise<void> {
  const findings: string[] = []
  for (const [user, port] of Object.entries(ports)) {
    const users = Object.keys(ports).filter((other) => ports[other] === port)
    if (users[0] === user && users.length > 1)
      findings.push(`${users.join(' and ')} are ${users.length > 2 ? 'all' : 'both'} ${port}`)
    const problem = await problemOf(port)
    if (problem) findings.push(`Port ${port} (${user}) ${problem}`)
  }
  if (findings.length > 0) throw new CommandError(`${findings.join('. ')}. Free that port or set another.`)
}

async function problemOf(port: number): Promise<string | undefined> {
  for (const address of ADDRESSES) {
    const problem = PROBLEMS[await tryToListen(port, address)]
    if (problem) return problem
  }
  return undefined
}

/** @returns the error code, or an empty text on success; without IPv6, the code says nothing about the port */
function tryToListen(port: number, host: string): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    server.listen({ port, host, ipv6Only: host === '::', exclusive: true }, () => server.close(() => resolve('')))
  })
}
