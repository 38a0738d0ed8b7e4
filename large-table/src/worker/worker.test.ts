import { expect, it, vi } from 'vitest'

it('detaches a buffer with several views before it serves rows', async () => {
  const scope = { onmessage: null as unknown }
  vi.stubGlobal('self', scope)
  const realClone = structuredClone
  const clone = vi.fn((value: unknown, options?: StructuredSerializeOptions) => {
    expect(scope.onmessage).toBeNull()
    return realClone(value, options)
  })
  vi.stubGlobal('structuredClone', clone)

  await import('./worker')

  const [views] = clone.mock.calls[0] as [Uint8Array[]]
  expect(views).toHaveLength(2)
  expect(views[0]?.buffer).toBe(views[1]?.buffer)
  expect(views[0]?.buffer.byteLength).toBe(0)
  expect(scope.onmessage).toBeTypeOf('function')
})
