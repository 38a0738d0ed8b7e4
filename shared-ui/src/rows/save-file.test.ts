import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveFile } from './save-file'

const URL_OF_FILE = 'blob:http://localhost:3000/file'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: vi.fn(() => URL_OF_FILE), revokeObjectURL: vi.fn(() => undefined) }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('saveFile', () => {
  it('clicks a download link, and lets go of the file once every browser has read it', () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      expect({ name: this.download, href: this.href }).toEqual({ name: 'download.csv', href: URL_OF_FILE })
    })

    const file = new Blob(['a,b'], { type: 'text/csv' })
    saveFile('download.csv', file)

    expect(clicked).toHaveBeenCalledOnce()
    expect(vi.mocked(URL.createObjectURL).mock.calls).toEqual([[file]])
    vi.advanceTimersByTime(39_999)
    expect(URL.revokeObjectURL).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(vi.mocked(URL.revokeObjectURL).mock.calls).toEqual([[URL_OF_FILE]])
  })
})
