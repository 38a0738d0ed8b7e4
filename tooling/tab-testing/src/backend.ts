import { startFaultProxy } from './fault-proxy'
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
