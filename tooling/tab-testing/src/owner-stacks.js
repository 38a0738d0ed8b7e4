// Plain JavaScript, as vitest.js. React records a stack trace of each created element for its developer tools, which takes
// a tenth of a test's time. It records at most 10,000 a second, and this count says that there were as many.
import * as React from 'react'

const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })
