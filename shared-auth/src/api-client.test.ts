import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiClient } from './api-client'
import { EnvelopeError } from './envelope'
import { configureServices } from './service-urls'
import { endSession, startSession, useSession } from './session'
import { startTestServer } from './testing/server'

let server: Awaited<ReturnType<typeof startTestServer>>
let otherServer: Awaited<ReturnType<typeof startTestServer>>
let reply: { status?: number; body: string }
let onRequest: () => void

beforeEach(async () => {
  reply = { body: '{"data":[1]}' }
  onRequest = () => undefined
  server = await startTestServer(() => {
    onRequest()
    return reply
  })
  otherServer = await startTestServer(() => ({ body: '{"data":1}' }))
  configureServices({ securityUrl: `${server.url}/security`, apiUrl: `${server.url}/api` })
  startSession('t')
})
afterEach(async () => {
  endSession()
  await server.close()
  await otherServer.close()
})

describe('apiClient', () => {
  it.each(['/api', '/api/'])('sends the bearer token to %s and returns the payload', async (base) => {
    configureServices({ securityUrl: server.url, apiUrl: server.url + base })
    const { data } = await apiClient.get<unknown>('SelectCodes')
    expect(data).toEqual([1])
    expect(server.requests[0]).toMatchObject({ path: '/api/SelectCodes', headers: { authorization: 'Bearer t' } })
  })

  it.each(['{"rows":[]}', '[]', '<html>', ''])('rejects the body %s', async (body) => {
    reply = { body }
    await expect(apiClient.get('SelectCodes')).rejects.toThrow(EnvelopeError)
  })

  it('sends no token without a session, or to another server', async () => {
    await apiClient.get(`${otherServer.url}/api/SelectCodes`)
    endSession()
    await apiClient.get('SelectCodes')
    expect(otherServer.requests).toHaveLength(1)
    for (const { headers } of [...otherServer.requests, ...server.requests])
      expect(headers.authorization).toBeUndefined()
  })

  it('ends the session on a 401', async () => {
    reply = { status: 401, body: '{}' }
    await expect(apiClient.get('SelectCodes')).rejects.toThrow()
    expect(useSession.getState().idToken).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  it.each([400, 403, 500])('keeps the session on a %i', async (status) => {
    reply = { status, body: '{}' }
    await expect(apiClient.get('SelectCodes')).rejects.toThrow()
    expect(useSession.getState().idToken).toBe('t')
  })

  it('keeps the session after a late 401 for an earlier session', async () => {
    onRequest = () => startSession('newer')
    reply = { status: 401, body: '{}' }
    await expect(apiClient.get('SelectCodes')).rejects.toThrow()
    expect(server.requests[0]?.headers.authorization).toBe('Bearer t')
    expect(useSession.getState().idToken).toBe('newer')
  })

  it('cancels a request by its signal', async () => {
    const controller = new AbortController()
    const request = apiClient.get('SelectCodes', { signal: controller.signal })
    controller.abort()
    await expect(request).rejects.toMatchObject({ code: 'ERR_CANCELED' })
  })
})
