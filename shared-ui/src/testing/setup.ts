import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { speakSpanish } from '../primereact'

// As the shell does before it renders anything.
speakSpanish()

// What PrimeReact asks a browser for and jsdom does not have.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

// A limit for a machine with other work to do, not a time that a test takes.
configure({ asyncUtilTimeout: 15_000 })

afterEach(cleanup)
