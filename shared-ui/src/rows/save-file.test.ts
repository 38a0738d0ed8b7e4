import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveFile } from './save-file'

const FILE_URL = 'blob:http://localhost:3000/file'

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(URL, { createObjectURL: vi.fn(() => FILE_URL), revokeObjectURL: vi.fn() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('clicks a download link, and revokes its URL after 40 s', () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  const file = new Blob(['a,b'], { type: 'text/csv' })
  saveFile('download.csv', file)
  expect(clicked.mock.contexts).toMatchObject([{ download: 'download.csv', href: FILE_URL }])
  expect(URL.createObjectURL).toHaveBeenCalledExactlyOnceWith(file)
  vi.advanceTimersByTime(39_999)
  expect(URL.revokeObjectURL).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith(FILE_URL)
})
