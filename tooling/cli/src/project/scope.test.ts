import { expect, it, vi } from 'vitest'
import { Scope, untilStopped } from './scope'

it('closes every resource, even one that finishes opening during close', async () => {
  const closed: string[] = []
  const opening = (name: string) => ({ close: async () => closed.push(name) })
  let finishOpening: (backend: ReturnType<typeof opening>) => void = () => undefined
  const scope = new Scope(new AbortController().signal)
  await scope.open(Promise.resolve(opening('server')))
  scope.open(
    new Promise<ReturnType<typeof opening>>((resolve) => {
      finishOpening = resolve
    }),
  )
  scope.open(Promise.reject(new Error('port taken'))).catch(() => undefined)
  const closing = scope.close()
  expect(scope.signal.aborted).toBe(true)
  finishOpening(opening('backend'))
  await closing
  expect(closed.sort()).toEqual(['backend', 'server'])
})

it.each([
  ['start', new Promise<void>(() => undefined)],
  ['run', Promise.resolve()],
])('closes servers that are stopped while they %s', async (_when, started) => {
  const stop = new AbortController()
  const close = vi.fn(async () => undefined)
  const running = untilStopped(stop.signal, (scope) => scope.open(Promise.resolve({ close })).then(() => started))
  await new Promise(setImmediate)
  expect(close).not.toHaveBeenCalled()
  stop.abort()
  expect([await running, close.mock.calls.length]).toEqual([0, 1])
})
