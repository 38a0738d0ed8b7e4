/** How long ago a moment was, for people: `1.2 s`. */
export function secondsSince(startMs: number): string {
  return `${((Date.now() - startMs) / 1000).toFixed(1)} s`
}
