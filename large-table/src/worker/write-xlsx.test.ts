import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryRows } from '../memory-rows'
import { allRows } from '../query'
import { writeXlsx } from '../xlsx'
import type { XlsxReply } from './write-sheet'

vi.mock('./xlsx-worker?bundled', () => ({ default: 'code' }))

class FakeWorker {
  onmessage: (event: { data: XlsxReply }) => void = () => undefined
  onerror: (event: { message: string }) => void = () => undefined
  postMessage = vi.fn()
  terminate = vi.fn()
  constructor() {
    started.push(this)
  }
}
let started: FakeWorker[]
const revoke = vi.fn()

beforeEach(() => {
  started = []
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:code', revokeObjectURL: revoke }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  revoke.mockReset()
})

const column = { header: 'Id', field: 'id', width: 9, isDate: false }

/** Starts a file of rows; the test replies as the worker. */
async function start(count = 3) {
  const rows = new MemoryRows(Array.from({ length: count }, (_, id) => ({ id })))
  const controller = new AbortController()
  const onProgress = vi.fn()
  // Functions cannot be posted.
  const columns = [Object.assign({ render: () => null }, column)]
  const file = writeXlsx(rows, { sheet: 'Codigos', columns, query: allRows, signal: controller.signal, onProgress })
  file.catch(() => undefined)
  await vi.waitFor(() => expect(started[0]?.postMessage).toHaveBeenCalled())
  return { file, worker: started[0] as FakeWorker, controller, onProgress }
}

it('writes the file in a worker that ends with it', async () => {
  const { file, worker, onProgress } = await start()
  const [[request]] = worker.postMessage.mock.calls as [[{ rows: Blob }]]
  expect(request).toMatchObject({ sheet: 'Codigos', columns: [column] })
  expect(request).not.toHaveProperty('columns.0.render')
  expect(await request.rows.text()).toBe('{"data":[{"id":0},{"id":1},{"id":2}]}')
  worker.onmessage({ data: { progress: 2 } })
  expect(onProgress.mock.calls).toEqual([[2]])
  const written = new Blob(['x'])
  worker.onmessage({ data: { file: written } })
  expect(await file).toBe(written)
  expect(worker.terminate).toHaveBeenCalledOnce()
  expect(revoke).toHaveBeenCalledWith('blob:code')
})

it('reports at once that it writes many rows', async () => {
  const { onProgress } = await start(5_001)
  expect(onProgress.mock.calls).toEqual([[0]])
})

it('ends the worker when the file is cancelled', async () => {
  const { file, worker, controller } = await start()
  controller.abort(new Error('cancelled'))
  await expect(file).rejects.toThrow('cancelled')
  expect(worker.terminate).toHaveBeenCalledOnce()
})

it('starts no worker for a file that is cancelled before', async () => {
  const rows = new MemoryRows([])
  const options = { sheet: 'x', columns: [column], query: allRows, onProgress: vi.fn() }
  await expect(writeXlsx(rows, { ...options, signal: AbortSignal.abort(new Error('cancelled')) })).rejects.toThrow(
    'cancelled',
  )
  expect(started).toEqual([])
})

it.each([
  ['its own', (worker: FakeWorker) => worker.onmessage({ data: { error: 'too many rows' } }), 'too many rows'],
  [
    'the browser’s',
    (worker: FakeWorker) => worker.onerror({ message: 'blocked' }),
    'The worker that writes the Excel file failed: blocked.',
  ],
])('rejects with %s message when the worker fails', async (_whose, fail, message) => {
  const { file, worker } = await start()
  fail(worker)
  await expect(file).rejects.toThrow(message)
  expect(worker.terminate).toHaveBeenCalledOnce()
})
