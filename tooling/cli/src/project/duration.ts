/** @returns the time since `startMs` (Unix time in ms) as text, such as `1.2 s` */
export function secondsSince(startMs: number): string {
  return `${((Date.now() - startMs) / 1000).toFixed(1)} s`
}
