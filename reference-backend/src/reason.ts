/** @returns the message of any thrown value, as one line without a final full stop */
export function reasonOf(error: unknown): string {
  const text = textOf(error).replace(/\s+/g, ' ').trim()
  return text.replace(/\.$/, '') || 'unknown error'
}

function textOf(error: unknown): string {
  // Node.js reports a refused connection to a name with several IP addresses as an AggregateError without a message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join('; ')
  if (error instanceof Error) return error.message || error.name
  if (typeof error === 'object' && error !== null && 'name' in error) return String(error.name)
  return String(error)
}
