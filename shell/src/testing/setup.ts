import { configure } from '@testing-library/react'

// A busy machine must not fail a test.
configure({ asyncUtilTimeout: 15_000 })

// jsdom has no requestIdleCallback. This one never fires; tests of prefetchOnIdle replace it.
globalThis.requestIdleCallback = () => 0

// jsdom has no layout and no scrollIntoView.
Element.prototype.scrollIntoView = () => undefined
