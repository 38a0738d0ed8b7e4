import { expect, it, vi } from 'vitest'
import { apiClient } from './api-client'
import { lastRequests } from './request-log'
import { startTestService } from './tests/service'

const service = startTestService()
const known = () => lastRequests().map(({ path, status, id }) => ({ path, status, id }))

it('keeps the last ten requests, without what they sent or received', async () => {
  const headers = { 'X-Request-Id': 'req-7' }
  service.reply = { body: '{"data":[{"name":"Laura"}]}', headers }
  await apiClient.get('SelectUsers', { params: { name: 'Laura' } })
  await apiClient.get('premios/Laura')
  service.reply = { status: 500, body: 'Laura', headers: { 'X-Request-Id': 'Laura Ureña' } }
  await apiClient.post('DeleteCode', { name: 'Laura' }).catch(() => undefined)
  service.reply = 'disconnect'
  await apiClient.get('SelectCodes').catch(() => undefined)
  expect(known().slice(-4)).toEqual([
    { path: 'SelectUsers', status: 200, id: 'req-7' },
    { path: 'premios', status: 200, id: 'req-7' },
    { path: 'DeleteCode', status: 500, id: undefined },
    { path: 'SelectCodes', status: undefined, id: undefined },
  ])
  await apiClient.get('3001234567').catch(() => undefined)
  expect(known().at(-1)).toEqual({ path: '…', status: undefined, id: undefined })
  service.reply = { body: '{"data":[]}' }
  for (let sent = 0; sent < 10; sent++) await apiClient.get(`Select${sent}`)
  expect(known().map(({ path }) => path)).toEqual(Array.from({ length: 10 }, (_, index) => `Select${index}`))
})

it('leaves cancelled requests out', async () => {
  const before = known()
  service.reply = 'hang'
  const received = service.requests.length
  const controller = new AbortController()
  const request = apiClient.get('SelectReport', { signal: controller.signal })
  await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(received))
  controller.abort()
  await expect(request).rejects.toThrow()
  expect(known()).toEqual(before)
})
