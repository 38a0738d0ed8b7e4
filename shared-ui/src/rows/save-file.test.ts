import { expect, it, vi } from 'vitest'
import { saveFile } from './save-file'

it('clicks a download link, and revokes its URL with the next file', () => {
  let count = 0
  const createObjectURL = vi.fn((_file: Blob) => `blob:http://localhost:3000/${++count}`)
  const revokeObjectURL = vi.fn()
  Object.assign(URL, { createObjectURL, revokeObjectURL })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  const file = new Blob(['a,b'], { type: 'text/csv' })
  saveFile('download.csv', file)
  expect(clicked.mock.contexts).toMatchObject([{ download: 'download.csv', href: 'blob:http://localhost:3000/1' }])
  expect(createObjectURL).toHaveBeenCalledExactlyOnceWith(file)
  expect(revokeObjectURL).not.toHaveBeenCalledWith('blob:http://localhost:3000/1')
  saveFile('download.csv', file)
  expect(revokeObjectURL).toHaveBeenLastCalledWith('blob:http://localhost:3000/1')
})
