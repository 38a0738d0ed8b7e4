import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { setSpanishLocale } from '../primereact'

// The shell does the same before its first render.
setSpanishLocale()

// jsdom has no requestIdleCallback. This one never fires; tests of prefetchOnIdle replace it.
globalThis.requestIdleCallback = () => 0

// jsdom has no layout and no scrollIntoView. Some files have the environment of Node.js, without elements.
if ('Element' in globalThis) Element.prototype.scrollIntoView = () => undefined

// A generous limit, for a busy machine.
configure({ asyncUtilTimeout: 15_000 })

afterEach(cleanup)
