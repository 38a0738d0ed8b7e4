import { cleanup, configure } from '@testing-library/react'
import { endSession } from 'shared-auth'
import { speakSpanish } from 'shared-ui/primereact'
import { afterAll, afterEach, vi } from 'vitest'
import { backend } from './backend'
import './jsdom-polyfills'
import { forgetDownloads } from './downloads'
import { forgetToasts } from './toasts'

// A limit for a machine with other work to do, not a time that a test takes.
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
