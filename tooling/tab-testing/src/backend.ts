import { inject } from 'vitest'
import { furtherUrl, isOfThisMachine, startFaultProxy } from './fault-proxy'
import { ownServices } from './test-context'

/**
 * The info API of the tab under test: the reference backend behind a fault proxy, one per worker. Every test
 * starts without faults and without recorded requests.
 *
 * @example
 * backend.fail('SelectCodes')
 * expect(backend.requests('InsertCodes')).toHaveLength(1)
 */
export const backend = await startFaultProxy({ target: ownServices().apiUrl })

const listed = inject('connect')
const { fetch: fetchDirectly } = globalThis

/** A tab requests further origins with it (`apiClient` is for the info API only); no test reaches a service elsewhere. */
globalThis.fetch = (input, init) => {
  const { href, origin } = new URL(input instanceof Request ? input.url : input, location.href)
  if (isOfThisMachine(href) && !listed.includes(origin)) return fetchDirectly(input, init)
  const further = furtherUrl(backend.url, href)
  return fetchDirectly(input instanceof Request ? new Request(further, input) : further, init)
}
