import { createHash } from 'node:crypto'

/** Ports that remotes share out by their names. */
const RANGE = 200

/**
 * The port of a remote's dev server and preview. It depends on the remote alone: a shell that allows its preview by
 * origin goes on to, whichever other remotes there are.
 *
 * @param port the `canje.port` of its package.json, for two names with the same port
 */
export function remotePort({ name, port }: { name: string; port?: number }, remotesPort: number): number {
  return port ?? remotesPort + 1 + (createHash('sha256').update(name).digest().readUInt32BE() % RANGE)
}
