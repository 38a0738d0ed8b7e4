import { expect, it, vi } from 'vitest'

it('serves rows, and has detached a buffer with several views before', async () => {
  const scope = { onmessage: null as unknown }
  vi.stubGlobal('self', scope)
  const clone = vi.spyOn(globalThis, 'structuredClone')
  clone.mockImplementation((views) => {
    expect(scope.onmessage).toBeNull()
    return views
  })

  await import('./worker')

  const bytes = expect.any(Uint8Array)
  expect(clone.mock.calls).toEqual([[[bytes, bytes], { transfer: [expect.any(ArrayBuffer)] }]])
  expect(scope.onmessage).toBeTypeOf('function')
})
