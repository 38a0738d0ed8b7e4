import { isIPv6 } from 'node:net'

/**
 * What stands for a client in a count: its IPv4 address, or the first 64 bits of its IPv6 address, since it has all
 * addresses of that network to choose from.
 */
export function networkOf(forwarded: string): string {
  // Some proxies forward the client's port, too.
  const address = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.*)\])(?::\d+)?$/.exec(forwarded)?.slice(1).join('') ?? forwarded
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address) || address.includes('%')) return address
  // The URL parser writes every spelling of an address in one way.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [wordsOf(head), wordsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  return `${[...first, ...Array(zeros).fill('0'), ...last].slice(0, 4).join(':')}::/64`
}

const wordsOf = (part: string) => part.split(':').filter((word) => word !== '')
