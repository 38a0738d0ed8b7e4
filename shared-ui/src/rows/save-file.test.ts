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

    saveFile('download.csv', 'text/csv', 'a,b')

    expect(clicked).toHaveBeenCalledOnce()
    expect(vi.mocked(URL.createObjectURL).mock.calls[0]?.[0]).toMatchObject({ type: 'text/csv', size: 3 })
    vi.advanceTimersByTime(39_999)
    expect(URL.revokeObjectURL).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(vi.mocked(URL.revokeObjectURL).mock.calls).toEqual([[URL_OF_FILE]])
  })
})
