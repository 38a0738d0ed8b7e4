import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { backend } from './backend'
import './jsdom-polyfills'
import { clearDownloads } from './downloads'
import { host } from './host'
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
  host.endSession()
  backend.reset()
  clearDownloads()
  clearToasts()
})
