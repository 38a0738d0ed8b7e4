// Plain JavaScript, as vitest.js. A query that fails prints the page, which takes a fifteenth of a test's time. `waitFor`
// repeats the query, drops these errors, and prints the page itself when its time is over.
import { configure, getConfig } from '@testing-library/dom'

const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    if (!Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')) return getElementError(message, container)
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
  },
})
