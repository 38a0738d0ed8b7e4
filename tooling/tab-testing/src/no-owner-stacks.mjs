// Plain JavaScript, as vitest.mjs. React's development build captures a stack trace for each of the first 10,000 elements
// of a second, for warnings that name the line of an element. That takes a tenth of a test's time.
import * as React from 'react'

const internals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
