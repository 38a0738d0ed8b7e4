/** An id that nobody can guess and no other call gives: hexadecimal digits, perhaps with hyphens. */
export function randomId(): string {
  // Only a secure context has it: a shell may be served over http within a company.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
