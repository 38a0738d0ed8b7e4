import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiClient } from './api-client'
import { EnvelopeError } from './envelope'
import { configureServices } from './service-urls'
import { endSession, startSession, useSession } from './session'
import { startTestServer } from './test-server'

let server: Awaited<ReturnType<typeof startTestServer>>
let elsewhere: Awaited<ReturnType<typeof startTestServer>>
let answer: { status?: number; body: string }
let onCall: () => void

beforeEach(async () => {
  answer = { body: '{"data":[1]}' }
  onCall = () => undefined
  server = await startTestServer(() => {
    onCall()
    return answer
  })
  elsewhere = await startTestServer(() => ({ body: '{"data":1}' }))
  configureServices({ securityUrl: `${server.url}/security`, apiUrl: `${server.url}/api` })
  startSession('t')
})
afterEach(async () => {
  endSession()
  await server.close()
  await elsewhere.close()
})

describe('apiClient', () => {
  it.each(['/api', '/api/'])('calls %s with the bearer and gives the payload', async (base) => {
    configureServices({ securityUrl: server.url, apiUrl: server.url + base })
    const { data } = await apiClient.get<unknown>('SelectCodes')
    expect(data).toEqual([1])
    expect(server.calls[0]).toMatchObject({ path: '/api/SelectCodes', headers: { authorization: 'Bearer t' } })
  })

  it.each(['{"rows":[]}', '[]', '<html>', ''])('refuses the body %s', async (body) => {
    answer = { body }
    await expect(apiClient.get('SelectCodes')).rejects.toThrow(EnvelopeError)
  })

  it('sends no token when there is no session, nor to any other address', async () => {
    await apiClient.get(`${elsewhere.url}/api/SelectCodes`)
    endSession()
    await apiClient.get('SelectCodes')
    expect(elsewhere.calls).toHaveLength(1)
    for (const { headers } of [...elsewhere.calls, ...server.calls]) expect(headers.authorization).toBeUndefined()
  })

  it('ends the session on a 401', async () => {
    answer = { status: 401, body: '{}' }
    await expect(apiClient.get('SelectCodes')).rejects.toThrow()
    expect(useSession.getState().idToken).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  it.each([400, 403, 500])('keeps the session on a %i', async (status) => {
    answer = { status, body: '{}' }
    await expect(apiClient.get('SelectCodes')).rejects.toThrow()
    expect(useSession.getState().idToken).toBe('t')
  })

  it('does not let the late 401 of an earlier session end this one', async () => {
    onCall = () => startSession('newer')
    answer = { status: 401, body: '{}' }
    await expect(apiClient.get('SelectCodes')).rejects.toThrow()
    expect(server.calls[0]?.headers.authorization).toBe('Bearer t')
    expect(useSession.getState().idToken).toBe('newer')
  })

  it('is cancelled by a signal', async () => {
    const controller = new AbortController()
    const call = apiClient.get('SelectCodes', { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ code: 'ERR_CANCELED' })
  })
})
