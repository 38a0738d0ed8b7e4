import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The IP address that a proxy forwards, without port and zone; undefined for any other text. */
export function ipOf(forwarded: string): string | undefined {
  // Some proxies forward the client's port too. A zone is a name of the server's own network.
  const address = forwarded.replace(/^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/, '$1$2').replace(/%.*/, '')
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/**
 * The network that a client's failures are counted for: its IPv4 address, or the /64 network of its IPv6 address, all of
 * whose addresses the client can use. Other texts are all one network.
 */
export function networkOf(forwarded: string): string {
  const address = ipOf(forwarded) ?? 'unknown'
  return isIPv6(address) ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() : address
}
