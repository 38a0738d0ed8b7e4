import { apiClient } from '@canje/shared-auth'
import { beforeEach, expect, it, vi } from 'vitest'
import '../testing/services'
import { reportFailure } from './failure'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

/** Sends a request through the given `fetch`, and returns the reports of its failure. */
async function reported(fetch: () => Promise<Response>) {
  vi.stubGlobal('fetch', fetch)
  const notify = vi.fn()
  await apiClient.post('DeleteCode', {}).catch((error: unknown) => reportFailure(notify, error))
  return { toasts: notify.mock.calls.flat(), reasons: vi.mocked(console.warn).mock.calls.flat() }
}

it.each([
  ['no response', () => Promise.reject(new TypeError('Failed to fetch')), 'DeleteCode: Network Error'],
  [
    'an error status',
    async () => new Response('{}', { status: 500 }),
    'DeleteCode: Request failed with status code 500',
  ],
])('logs the request that received %s', async (_what, fetch, reason) => {
  expect(await reported(fetch)).toEqual({
    toasts: [{ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }],
    reasons: [reason],
  })
})

it('does not report a 401', async () => {
  const fetch = async () => new Response('{}', { status: 401 })
  expect(await reported(fetch)).toEqual({ toasts: [], reasons: [] })
})

it('logs the reason of a failure without a request', () => {
  reportFailure(() => undefined, new Error('The worker has failed.'))
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('The worker has failed.')
})
