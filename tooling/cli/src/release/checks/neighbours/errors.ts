import type { Check } from './check'

/** Errors that nobody handles, also after a press, such as a clipboard that refuses. */
export const errors: Check = {
  code: 'error-unhandled',
  problem: 'leaves an error unhandled',
  fix: 'Catch it, also of a promise that nothing awaits, and tell staff: the permission of a clipboard may be refused.',
  at: ['open', 'narrow', 'pressed', 'dialog', 'slot', 'closed'],
  async watch({ page, tab }) {
    const thrown: string[] = []
    page.on('pageerror', ({ name, message, stack = '' }) => {
      // A refusal by the browser has no place in a file.
      if (stack.includes(tab.files) || !/https?:/.test(stack)) thrown.push(`${name}: ${message.split('\n', 1)[0]}`)
    })
    return async () => thrown
  },
}
