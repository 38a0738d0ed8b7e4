import { apiClient } from 'shared-auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAnswer } from './answer-stream'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A server that answers at once, and sends what the test has it send. */
function answering() {
  const cancel = vi.fn()
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = controller
    },
    cancel,
  })
  const request = vi.spyOn(apiClient, 'request').mockResolvedValue({ data: body })
  const controller = new AbortController()
  const opened = openAnswer({ url: 'SelectCodes', method: 'get' }, controller.signal)
  return {
    opened,
    cancel,
    request,
    send: () => send?.enqueue(new Uint8Array([1])),
    end: () => send?.close(),
    abort: () => controller.abort(),
  }
}

it('takes as long as the answer does while it comes', async () => {
  const { opened, request, send, end } = answering()
  const answer = await opened
  expect(request.mock.calls[0]?.[0]).toMatchObject({ url: 'SelectCodes', timeout: 0 })
  for (let minute = 0; minute < 5; minute++) {
    const next = answer.next()
    await vi.advanceTimersByTimeAsync(59_000)
    send()
    expect(await next).toEqual(new Uint8Array([1]))
  }
  end()
  expect(await answer.next()).toBeUndefined()
})

it('gives up an answer that falls silent', async () => {
  const { opened, cancel } = answering()
  const refused = expect((await opened).next()).rejects.toThrow('has sent nothing for 60 s')
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(cancel).toHaveBeenCalledOnce()
})

it('calls off a call that is not answered', async () => {
  const request = vi.spyOn(apiClient, 'request').mockReturnValue(new Promise(() => undefined))
  openAnswer({ url: 'SelectCodes', method: 'get' }, new AbortController().signal)
  const signal = request.mock.calls[0]?.[0].signal
  await vi.advanceTimersByTimeAsync(59_000)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(signal?.aborted).toBe(true)
})

it('lets go of an answer that is called off', async () => {
  const { opened, cancel, abort } = answering()
  const next = (await opened).next()
  abort()
  await expect(next).rejects.toThrow()
  expect(cancel).toHaveBeenCalledOnce()
})
