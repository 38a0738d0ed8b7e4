import { isIPv6 } from 'node:net'

/**
 * The network that a client's failures are counted for: its IPv4 address, or the /64 network of its IPv6 address, all of
 * whose addresses the client can use.
 */
export function networkOf(forwarded: string): string {
  // Some proxies forward the client's port too.
  const address = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.*)\])(?::\d+)?$/.exec(forwarded)?.slice(1).join('') ?? forwarded
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address) || address.includes('%')) return address
  // The URL parser normalizes an IPv6 address.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [wordsOf(head), wordsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  return `${[...first, ...Array(zeros).fill('0'), ...last].slice(0, 4).join(':')}::/64`
}

const wordsOf = (part: string) => part.split(':').filter((word) => word !== '')
