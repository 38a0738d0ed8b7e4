// Plain JavaScript, as vitest.js. The files of a package share their globals, so each test leaves them as they were.
import { afterEach, vi } from 'vitest'
import './computed-styles.js'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
