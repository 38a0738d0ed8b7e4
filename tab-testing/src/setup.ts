import { cleanup, configure } from '@testing-library/react'
import { endSession } from 'shared-auth'
import { speakSpanish } from 'shared-ui/primereact'
import { afterAll, afterEach, vi } from 'vitest'
import { backend } from './backend'
import './browser-gaps'
import { forgetDownloads } from './downloads'
import { forgetToasts } from './toasts'

// Limits for a machine with other work to do, not times that a test takes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
configure({ asyncUtilTimeout: 15_000 })

// As the shell does before it renders anything.
speakSpanish()

afterEach(() => {
  cleanup()
  endSession()
  backend.reset()
  forgetDownloads()
  forgetToasts()
  vi.restoreAllMocks()
})
afterAll(backend.close)
