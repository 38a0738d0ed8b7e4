import { endSession } from '@canje/shared-auth'
import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { backend } from './backend'
import './jsdom-polyfills'
import { clearDownloads } from './downloads'
import { clearToasts } from './toasts'

// High enough for a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// As in the shell, before the first render.
setSpanishLocale()

afterEach(() => {
  cleanup()
  endSession()
  backend.reset()
  clearDownloads()
  clearToasts()
})
