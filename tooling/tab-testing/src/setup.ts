import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import { backend } from './backend'
import './jsdom-polyfills'
import { endSession } from '@canje/shared-auth/host'
import { clearDownloads } from './downloads'
import { leavePlace } from './place'
import { afterClosing, forgetProblems, openProblems } from './rules/rules'
import { clearToasts } from './toasts'

configure({
  // High enough for a busy machine.
  asyncUtilTimeout: 15_000,
  // A text query finds what the screen shows: an announcement repeats a text of it until the next announcement.
  defaultIgnore: 'script, style, .visually-hidden[aria-live] *',
})

leavePlace()

// As in the shell, before the first render.
setSpanishLocale()

afterEach(async ({ task }) => {
  const problems = await openProblems()
  cleanup()
  problems.push(...(await afterClosing()))
  endSession()
  leavePlace()
  backend.reset()
  clearDownloads()
  clearToasts()
  forgetProblems()
  if (task.result?.state !== 'fail') expect([...new Set(problems)], 'Rules for every tab').toEqual([])
})
