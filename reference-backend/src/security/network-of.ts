import { isIP, isIPv6 } from 'node:net'

/** The IP address that a proxy forwards, without port and zone; undefined for any other text. */
export function ipOf(forwarded: string): string | undefined {
  // Some proxies forward the client's port too.
  const host = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.*)\])(?::\d+)?$/.exec(forwarded)?.slice(1).join('') ?? forwarded
  // A zone is a name of the server's own network.
  const [address = ''] = host.split('%', 1)
  if (isIP(address) === 0) return undefined
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/**
 * The network that a client's failures are counted for: its IPv4 address, or the /64 network of its IPv6 address, all of
 * whose addresses the client can use. Other texts are all one network.
 */
export function networkOf(forwarded: string): string {
  const address = ipOf(forwarded)
  if (address === undefined) return 'unknown'
  if (!isIPv6(address) || forwarded.includes('%')) return address
  // The URL parser normalizes an IPv6 address.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [wordsOf(head), wordsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  return `${[...first, ...Array(zeros).fill('0'), ...last].slice(0, 4).join(':')}::/64`
}

const wordsOf = (part: string) => part.split(':').filter((word) => word !== '')
