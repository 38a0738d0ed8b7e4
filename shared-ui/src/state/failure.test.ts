import { apiClient, configureServices } from 'shared-auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportFailure } from './failure'

configureServices({ securityUrl: 'https://security.example', apiUrl: 'https://api.example' })

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What comes of a call that the server answers, or does not, like this. */
async function reported(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  const notify = vi.fn()
  await apiClient.post('DeleteCode', {}).catch((error: unknown) => reportFailure(notify, error))
  return { toasts: notify.mock.calls.flat(), reasons: vi.mocked(console.warn).mock.calls.flat() }
}

it.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'DeleteCode: Network Error'],
  [
    'an error status',
    async () => new Response('{}', { status: 500 }),
    'DeleteCode: Request failed with status code 500',
  ],
])('tells the console which call got %s', async (_what, answer, reason) => {
  expect(await reported(answer)).toEqual({
    toasts: [{ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }],
    reasons: [reason],
  })
})

it('says nothing of a 401', async () => {
  const answer = async () => new Response('{}', { status: 401 })
  expect(await reported(answer)).toEqual({ toasts: [], reasons: [] })
})

it('tells the reason of what was no call', () => {
  reportFailure(() => undefined, new Error('The worker has failed.'))
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('The worker has failed.')
})
