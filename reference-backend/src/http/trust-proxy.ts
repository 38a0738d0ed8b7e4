import { isIP } from 'node:net'

/** Networks that Fastify knows by name. */
const named = ['loopback', 'linklocal', 'uniquelocal']
const hops = /^\d{1,2}$/

/**
 * Tells whether the text says which proxies' `X-Forwarded-For` to believe: nothing for none, how many stand in a row
 * before the service, or their addresses and networks, separated by commas.
 */
export function isTrustProxy(text: string): boolean {
  return text === '' || hops.test(text) || partsOf(text).every(isNetwork)
}

/** What Fastify takes for it. */
export function trustOf(text: string): false | string[] | ((address: string, hop: number) => boolean) {
  if (text === '' || Number(text) === 0) return false
  // Fastify trusts no number by itself: who connects might not be a proxy. Only programs of this machine can connect.
  if (hops.test(text)) return (_address, hop) => hop < Number(text)
  return partsOf(text)
}

const partsOf = (text: string) => text.split(',').map((part) => part.trim())

function isNetwork(part: string): boolean {
  const [address = '', bits, ...more] = part.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (most === 0) return named.includes(part)
  return more.length === 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most))
}
