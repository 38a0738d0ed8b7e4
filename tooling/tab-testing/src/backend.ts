import { inject } from 'vitest'
import { startFaultProxy } from './fault-proxy'

/**
 * The info API as the tab under test sees it: the real one, behind a proxy of this test file's own that can be told
 * to misbehave. Every test starts without faults and without remembered calls.
 *
 * @example
 * backend.fail('SelectCodes')
 * expect(backend.calls('InsertCodes')).toHaveLength(1)
 */
export const backend = await startFaultProxy({ target: inject('apiUrl') })
