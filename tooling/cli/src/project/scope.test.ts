import { expect, it } from 'vitest'
import { orAborted, Scope } from './scope'

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

it('waits for work until the signal is aborted', async () => {
  const stop = new AbortController()
  expect(await orAborted(Promise.resolve('done'), stop.signal)).toBe('done')
  const waiting = orAborted(new Promise(() => undefined), stop.signal)
  stop.abort()
  await expect(waiting).rejects.toThrow('aborted')
})
