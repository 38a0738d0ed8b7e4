import { describe, expect, it, vi } from 'vitest'
import type { Fault } from './fault'
import { createToken, validateLogin } from './security-service'
import { type Reply, skipShortWaits } from './testing/server'
import { startTestService } from './tests/service'

const service = startTestService()

const respondWith = (body: unknown, status = 200) => {
  service.reply = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

const credentials = { username: 'ana', password: 'secreta' }

describe('createToken', () => {
  it.each([{ data: 't' }, { data: { data: 't' } }])('extracts the token from %j', async (body) => {
    respondWith(body)
    expect(await createToken(credentials)).toBe('t')
    expect(service.requests).toMatchObject([{ method: 'POST', path: '/security/CreateToken' }])
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ username_input: 'ana', password_input: 'secreta' })
  })

  it.each<[string, unknown, number, Fault]>([
    ['null', { data: null }, 200, { kind: 'refused' }],
    ['an empty string', { data: '' }, 200, { kind: 'refused' }],
    ['a number', { data: 7 }, 200, { kind: 'unreadable' }],
    ['a 503', { data: 't' }, 503, { kind: 'failed', status: 503, retryAfterSeconds: null }],
  ])('returns for %s of %j (%i) the fault %j', async (_name, body, status, fault) => {
    respondWith(body, status)
    expect(await createToken(credentials)).toEqual(fault)
  })
})

describe('validateLogin', () => {
  it('sends no further attempt once its signal is aborted', async () => {
    const stop = new AbortController()
    service.onRequest = () => stop.abort()
    respondWith('', 503)
    expect(await validateLogin('t', stop.signal)).toEqual({ kind: 'cancelled' })
    expect(service.requests).toHaveLength(1)
  })

  it.each(['7', '"7"', '-1', '9007199254740993', '"9007199254740993"', '9'.repeat(400)])(
    'accepts the id %s',
    async (id) => {
      respondWith(`{"data":{"id":${id}}}`)
      expect(await validateLogin('t')).toBeUndefined()
      expect(service.requests).toMatchObject([{ method: 'POST', path: '/security/ValidateLogin' }])
      expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ Authorization_input: 'Bearer t' })
    },
  )

  it.each([
    [{ data: { data: { id: 0 } } }, 'unauthorized'],
    [{ data: { id: '0' } }, 'unauthorized'],
    [{ data: { id: null } }, 'unauthorized'],
    [{ data: null }, 'unauthorized'],
    [{ data: { id: '' } }, 'unreadable'],
    [{ data: { id: 'Infinity' } }, 'unreadable'],
    [{ data: { id: true } }, 'unreadable'],
    [{ data: {} }, 'unreadable'],
    [{ data: 7 }, 'unreadable'],
  ])('rejects %j as %s', async (body, kind) => {
    respondWith(body)
    expect(await validateLogin('t')).toEqual({ kind })
    expect(service.requests).toHaveLength(1)
  })

  const valid = { body: '{"data":{"id":7}}' }
  const failed: Fault = { kind: 'failed', status: 503, retryAfterSeconds: null }

  it.each<[string, Reply, third: Reply, Fault | undefined]>([
    ['a 429', { status: 429, body: '{}' }, valid, undefined],
    ['a 503', { status: 503, body: '{}' }, valid, undefined],
    ['no response', 'disconnect', valid, undefined],
    ['a 503 each time', { status: 503, body: '{}' }, { status: 503, body: '{}' }, failed],
  ])('tries three times within 2 s, no further, on %s (D23, failing guard)', async (_name, outage, third, fault) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    skipShortWaits()
    service.replies = [outage, outage, third, valid]
    expect(await validateLogin('t')).toEqual(fault)
    expect(service.requests).toHaveLength(3)
  })

  it('does not try again after an attempt of 2 s (D23, failing guard)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    service.onRequest = () => vi.setSystemTime(Date.now() + 2_000)
    service.replies = [{ status: 503, body: '{}' }]
    expect(await validateLogin('t')).toMatchObject({ kind: 'failed' })
  })

  it.each<[string, Reply, Fault]>([
    ['a 401', { status: 401, body: '{}' }, { kind: 'unauthorized' }],
    ['a 400', { status: 400, body: '{}' }, { kind: 'refused', status: 400 }],
  ])('does not try again on %s', async (_name, reply, fault) => {
    service.replies = [reply, valid]
    expect(await validateLogin('t')).toEqual(fault)
    expect(service.requests).toHaveLength(1)
  })
})
