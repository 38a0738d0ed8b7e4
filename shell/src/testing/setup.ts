import { configure } from '@testing-library/react'

// A condition that does not come fails its test anyway; a busy machine should not.
configure({ asyncUtilTimeout: 15_000 })

// jsdom cannot tell when it is idle. Here it never is: what a page loads then, tests of it alone should see.
globalThis.requestIdleCallback = () => 0

// jsdom draws nothing, so nothing can be out of sight.
Element.prototype.scrollIntoView = () => undefined
