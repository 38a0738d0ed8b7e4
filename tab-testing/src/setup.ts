import { cleanup } from '@testing-library/react'
import { endSession } from 'shared-auth'
import { speakSpanish } from 'shared-ui/primereact'
import { afterAll, afterEach } from 'vitest'
import { backend } from './backend'
import './browser-gaps'

// As the shell does before it renders anything.
speakSpanish()

afterEach(() => {
  cleanup()
  endSession()
  backend.reset()
})
afterAll(backend.close)
