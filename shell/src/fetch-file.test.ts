import { type Fault, faultOf } from '@canje/shared-auth/fault'
import { expect, it, vi } from 'vitest'
import { fetchFile, textOf } from './fetch-file'

const OWN = '/config.json'
const OTHER = 'http://remotes.example/mf-codes/1.0.0/Tab.js'
const LOGIN = '<!doctype html><title>Sign in</title>'

const responding = (body: string, status = 200) => vi.fn(async () => new Response(body, { status }))
const offline = () => vi.fn(() => Promise.reject<Response>(new TypeError('Failed to fetch')))
/** A redirect to another origin, which fails by CORS unless it is not followed. */
const redirecting = () =>
  vi.fn(async (_url: string, { redirect }: RequestInit) => {
    if (redirect !== 'manual') throw new TypeError('Failed to fetch')
    return { type: 'opaqueredirect' } as Response
  })

it.each<[string, string, () => ReturnType<typeof vi.fn>, Partial<Fault>]>([
  ['a login page', OWN, () => responding(LOGIN), { kind: 'sign-in-page' }],
  ['a login page', OTHER, () => responding(LOGIN), { kind: 'sign-in-page' }],
  ['a 401 with a page', OTHER, () => responding(LOGIN, 401), { kind: 'sign-in-page' }],
  ['a 403 with a page', OTHER, () => responding(LOGIN, 403), { kind: 'sign-in-page' }],
  ['a 403 of a store', OTHER, () => responding('<?xml version="1.0"?><Error/>', 403), { kind: 'refused', status: 403 }],
  ['a 404 with a page', OTHER, () => responding(LOGIN, 404), { kind: 'refused', status: 404 }],
  ['a 503', OWN, () => responding('down', 503), { kind: 'failed', status: 503 }],
  ['a 503 with a page', OTHER, () => responding(LOGIN, 503), { kind: 'failed', status: 503 }],
  ['a 511', OTHER, () => responding('', 511), { kind: 'sign-in-page' }],
  ['a redirect to a login page of another origin', OWN, redirecting, { kind: 'sign-in-page' }],
  ['a redirect to a login page of another origin', OTHER, redirecting, { kind: 'no-response' }],
  ['no connection', OWN, offline, { kind: 'no-response' }],
  ['no connection', OTHER, offline, { kind: 'no-response' }],
])('states the fault for %s in place of %s', async (_what, url, fetch, fault) => {
  vi.stubGlobal('fetch', fetch())
  expect(faultOf(await fetchFile(url).catch((error: unknown) => error))).toMatchObject(fault)
})

it('states no response for a file that does not arrive in time', async () => {
  vi.useFakeTimers()
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => signal?.throwIfAborted())
  const fault = (fetched: Promise<unknown>) => fetched.catch(faultOf)
  expect(await fault(fetchFile(OWN))).toEqual({ kind: 'no-response' })
  expect(await fault(fetchFile(OTHER, 'no-cache', 15_000))).toEqual({ kind: 'no-response' })
  expect(timeout.mock.calls).toEqual([[10_000], [15_000]])
})

it.each(['{"a":"<html>"}', '<svg xmlns="http://www.w3.org/2000/svg"/>', ''])('returns %j', async (body) => {
  vi.stubGlobal('fetch', responding(body))
  expect(textOf(await fetchFile(OTHER))).toBe(body)
})
