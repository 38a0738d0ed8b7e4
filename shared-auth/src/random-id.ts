/** Generates an unguessable unique id: a UUID, or 32 hexadecimal digits outside a secure context. */
export function randomId(): string {
  // Only secure contexts have randomUUID; an internal network may serve the shell over HTTP.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
