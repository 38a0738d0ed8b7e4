import { apiClient, configureServices } from 'shared-auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAnswer } from './answer-stream'

configureServices({ securityUrl: 'https://security.example', apiUrl: 'https://api.example' })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that does as it is told: it answers at once, and sends when the test has it send, or says nothing at all. */
function server({ answers = true } = {}) {
  const cancel = vi.fn()
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = controller
    },
    cancel,
  })
  const fetch = vi.fn((_url: string, _init: RequestInit) =>
    answers ? Promise.resolve(new Response(body)) : new Promise<never>(() => undefined),
  )
  vi.stubGlobal('fetch', fetch)
  const controller = new AbortController()
  return {
    opened: openAnswer({ url: 'SelectCodes', method: 'get' }, controller.signal),
    cancel,
    /** What was asked of it. */
    asked: async () => {
      await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
      return fetch.mock.calls[0] as Parameters<typeof fetch>
    },
    send: (bytes = new Uint8Array([1])) => send?.enqueue(bytes),
    end: () => send?.close(),
    abort: () => controller.abort(),
  }
}

it('takes as long as the answer does while it comes', async () => {
  const { opened, asked, send, end } = server()
  const answer = await opened
  expect((await asked())[0]).toBe('https://api.example/SelectCodes')
  for (let piece = 0; piece < 5; piece++) {
    const next = answer.next()
    await vi.advanceTimersByTimeAsync(19_000)
    send()
    expect(await next).toEqual(new Uint8Array([1]))
  }
  end()
  expect(await answer.next()).toBeUndefined()
})

it('gives the very bytes that came', async () => {
  const { opened, send } = server()
  const sent = new Uint8Array(200_000)
  send(sent)
  // Copies, and in pieces, would fill the memory of the page with garbage.
  expect(await (await opened).next()).toBe(sent)
})

it('asks in a shell whose client has no fetch of its own', async () => {
  const { env = {} } = apiClient.defaults
  apiClient.defaults.env = {}
  try {
    const { opened, send, asked } = server()
    send()
    expect(await (await opened).next()).toEqual(new Uint8Array([1]))
    expect((await asked())[1].signal).toBeInstanceOf(AbortSignal)
  } finally {
    apiClient.defaults.env = env
  }
})

it('gives up a response whose body stalls for 20 s', async () => {
  const { opened, cancel } = server()
  const refused = expect((await opened).next()).rejects.toThrow('The server has sent nothing for 20 s.')
  await vi.advanceTimersByTimeAsync(20_000)
  await refused
  expect(cancel).toHaveBeenCalledOnce()
})

it('calls off a call that is not answered', async () => {
  const { asked } = server({ answers: false })
  const [, { signal }] = await asked()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(signal?.aborted).toBe(true)
})

it('calls off a call with the signal that it is given', async () => {
  const { asked, abort } = server({ answers: false })
  const [, { signal }] = await asked()
  abort()
  expect(signal?.aborted).toBe(true)
})

it('lets go of an answer that is called off', async () => {
  const { opened, cancel, abort } = server()
  const next = (await opened).next()
  abort()
  await expect(next).rejects.toThrow()
  expect(cancel).toHaveBeenCalledOnce()
})
