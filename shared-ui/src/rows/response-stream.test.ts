import { type Fault, faultOf } from '@canje/shared-auth/fault'
import { beforeEach, expect, it, vi } from 'vitest'
import '../testing/services'
import { openResponse } from './response-stream'

beforeEach(() => {
  vi.useFakeTimers()
})

/** Stubs `fetch` with a response whose body the test sends, or with none, and opens it. */
function server({ responds = true } = {}) {
  const cancel = vi.fn()
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = controller
    },
    cancel,
  })
  const fetch = vi.fn((_url: string, _init: RequestInit) =>
    responds ? Promise.resolve(new Response(body)) : new Promise<never>(() => undefined),
  )
  vi.stubGlobal('fetch', fetch)
  const controller = new AbortController()
  return {
    opened: openResponse({ url: 'SelectCodes', method: 'get' }, controller.signal),
    cancel,
    /** The arguments of the `fetch` call. */
    sent: async () => {
      await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
      return fetch.mock.calls[0] as Parameters<typeof fetch>
    },
    send: (bytes = new Uint8Array([1])) => send?.enqueue(bytes),
    end: () => send?.close(),
    cut: () => send?.error(new TypeError('network error')),
    abort: () => controller.abort(),
  }
}

it('reads a slow body as long as it does not stall', async () => {
  const { opened, sent, send, end } = server()
  const body = await opened
  expect((await sent())[0]).toBe('https://api.example/SelectCodes')
  for (let chunk = 0; chunk < 5; chunk++) {
    const next = body.read()
    await vi.advanceTimersByTimeAsync(19_000)
    send()
    expect((await next).value).toEqual(new Uint8Array([1]))
  }
  end()
  expect((await body.read()).done).toBe(true)
})

it('reads a body in another charset as UTF-8', async () => {
  const bytes = Uint8Array.of(0xc1, 0x6e)
  const headers = { 'Content-Type': 'application/json; charset=ISO-8859-1' }
  vi.stubGlobal('fetch', async () => new Response(bytes, { headers }))
  const body = await openResponse({ url: 'SelectCodes', method: 'get' }, new AbortController().signal)
  expect(new TextDecoder().decode((await body.read()).value)).toBe('Án')
  expect((await body.read()).done).toBe(true)
})

it.each<[string, (page: ReturnType<typeof server>) => unknown, Fault]>([
  ['a connection that is cut', ({ cut }) => cut(), { kind: 'no-response' }],
  ['a body that stalls', () => vi.advanceTimersByTimeAsync(20_000), { kind: 'no-response' }],
  ['an abort', ({ abort }) => abort(), { kind: 'cancelled' }],
])('states the fault of %s, and cancels what is left', async (what, interrupt, fault) => {
  const page = server()
  const next = (await page.opened).read()
  const states = expect(next.catch(faultOf)).resolves.toEqual(fault)
  await interrupt(page)
  await states
  if (what !== 'a connection that is cut') expect(page.cancel).toHaveBeenCalledOnce()
})

it('states a sign-in page for a web page in place of rows', async () => {
  const { opened, send } = server()
  const body = await opened
  send(new TextEncoder().encode('<!doctype html><title>Sign in</title>'))
  expect(faultOf(await body.read().catch((error: unknown) => error))).toEqual({ kind: 'sign-in-page' })
})

it('states an unreadable response without a body', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const opened = openResponse({ url: 'SelectCodes', method: 'get' }, new AbortController().signal)
  expect(await opened.catch(faultOf)).toEqual({ kind: 'unreadable' })
})

it('aborts a request without a response after 60 s', async () => {
  const { sent } = server({ responds: false })
  const [, { signal }] = await sent()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(signal?.aborted).toBe(true)
})

it('aborts a request with its signal', async () => {
  const { sent, abort } = server({ responds: false })
  const [, { signal }] = await sent()
  abort()
  expect(signal?.aborted).toBe(true)
})
