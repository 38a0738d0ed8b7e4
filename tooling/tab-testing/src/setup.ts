import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { backend } from './backend'
import './jsdom-polyfills'
import { endSession } from '@canje/shared-auth/host'
import { clearDownloads } from './downloads'
import { clearToasts } from './toasts'

configure({
  // High enough for a busy machine.
  asyncUtilTimeout: 15_000,
  // A text query finds what the screen shows: an announcement repeats a text of it until the next announcement.
  defaultIgnore: 'script, style, .visually-hidden[aria-live] *',
})

// As in the shell, before the first render.
setSpanishLocale()

afterEach(() => {
  cleanup()
  endSession()
  backend.reset()
  clearDownloads()
  clearToasts()
})
