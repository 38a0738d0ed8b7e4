import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveFile } from './save-file'

const FILE_URL = 'blob:http://localhost:3000/file'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: vi.fn(() => FILE_URL), revokeObjectURL: vi.fn(() => undefined) }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('saveFile', () => {
  it('clicks a download link, and revokes its URL after 40 s', () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      expect({ name: this.download, href: this.href }).toEqual({ name: 'download.csv', href: FILE_URL })
    })

    const file = new Blob(['a,b'], { type: 'text/csv' })
    saveFile('download.csv', file)

    expect(clicked).toHaveBeenCalledOnce()
    expect(vi.mocked(URL.createObjectURL).mock.calls).toEqual([[file]])
    vi.advanceTimersByTime(39_999)
    expect(URL.revokeObjectURL).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(vi.mocked(URL.revokeObjectURL).mock.calls).toEqual([[FILE_URL]])
  })
})
