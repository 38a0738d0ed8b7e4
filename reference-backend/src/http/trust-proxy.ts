import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Named networks of Fastify. */
const named = ['loopback', 'linklocal', 'uniquelocal']
const hops = /^\d{1,2}$/

/**
 * Whether a text is a list of trusted proxies for `X-Forwarded-For`: empty for none, a number of hops, or IP addresses and
 * networks separated by commas.
 */
export function isTrustProxy(text: string): boolean {
  return text === '' || hops.test(text) || partsOf(text).every(isNetwork)
}

/** Fastify's `trustProxy` option for a valid text. */
export function trustOf(text: string): false | string[] | ((address: string, hop: number) => boolean) {
  if (text === '' || Number(text) === 0) return false
  // Fastify rejects a bare number, since a client may connect directly. Only processes of this machine can connect here.
  if (hops.test(text)) return (_address, hop) => hop < Number(text)
  return partsOf(text)
}

const partsOf = (text: string) => text.split(',').map((part) => part.trim())

const isNetwork = (part: string) =>
  // ipaddr.js also takes `10/8`, octal numbers and `/00`.
  named.includes(part) || isIP(part) !== 0 || (ipaddr.isValidCIDR(part) && isIP(part.replace(/\/[1-9]\d*$/, '')) !== 0)
