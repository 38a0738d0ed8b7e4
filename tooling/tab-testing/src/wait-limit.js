// Plain JavaScript, as vitest.js. `vi.waitFor` has no option for its limit of one second, which a busy machine exceeds.
import { vi } from 'vitest'

/** In ms, as that of `waitFor` of the Testing Library. */
const LIMIT = 15_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: LIMIT, ...options })
