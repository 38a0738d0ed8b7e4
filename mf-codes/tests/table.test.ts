import { describeTable } from '@canje/tab-testing'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { seedCodes } from './seed-codes'
import { codes } from './tab'

// Another file of the worker may have deleted codes.
beforeAll(seedCodes)
// A person presses later than a test does: not while presses are ignored because the rows have just changed.
beforeEach(() => {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 400
    return now
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

describeTable({ ...codes, deletes: /^Borrar / })
