/**
 * JSON that the shell's server put into the page to save a round trip.
 *
 * @returns undefined when the page does not have it, as when a plain file server serves it
 */
export function inlined(name: 'config' | 'registry'): unknown {
  const text = document.getElementById(`inlined-${name}`)?.textContent
  return text ? JSON.parse(text) : undefined
}
