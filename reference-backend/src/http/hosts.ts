import type { IncomingMessage } from 'node:http'

/** The names of this machine, which no other machine's page can have. */
export const localHosts = ['localhost', '127.0.0.1', '[::1]']

/** The message of a 421. */
export const notServed = 'This host is not served: use another one, or add it to ALLOWED_HOSTS.'

const name = /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*\.?)$/i
const port = /:\d*$/

/** Whether a text is a host: a name or an IP address, IPv6 in brackets, without scheme, port, path or wildcard. */
export function isHost(text: string): boolean {
  return name.test(text) && URL.canParse(`http://${text}`)
}

/**
 * Creates the check that protects from DNS rebinding: a page of another site can resolve its own name to this machine,
 * and would then read every response as its own origin. Only the Host header tells it apart.
 *
 * @param hosts each valid for {@link isHost}; case, a dot at the end and notations of an IP address make no difference
 * @returns whether a request names one of the hosts, with any port. Headers of proxies do not count.
 */
export function createHostCheck(hosts: readonly string[]): (request: Pick<IncomingMessage, 'headers'>) => boolean {
  const served = new Set(hosts.map(uniqueForm))
  return ({ headers }) => {
    const host = (headers.host ?? '').replace(port, '')
    return isHost(host) && served.has(uniqueForm(host))
  }
}

function uniqueForm(host: string): string {
  return new URL(`http://${host}`).hostname.replace(/\.$/, '')
}
