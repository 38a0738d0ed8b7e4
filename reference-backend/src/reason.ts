/** What went wrong, in one line without a closing stop, from whatever was thrown. */
export function reasonOf(error: unknown): string {
  const text = textOf(error).replace(/\s+/g, ' ').trim()
  return text.replace(/\.$/, '') || 'unknown error'
}

function textOf(error: unknown): string {
  // Node reports a refused connection to a name with several addresses without a message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join('; ')
  if (error instanceof Error) return error.message || error.name
  if (typeof error === 'object' && error !== null && 'name' in error) return String(error.name)
  return String(error)
}
