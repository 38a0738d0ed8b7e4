/**
 * The canonical JSON (RFC 8785) of a value. Members with the value undefined are left out, as by `JSON.stringify`.
 *
 * @throws Error for half of a surrogate pair and for a number beyond the doubles (`1e999`), which have no canonical form, or
 *   for nesting that exceeds the stack
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson)}]`
  if (typeof value === 'object' && value) {
    const names = Object.keys(value).filter((name) => Reflect.get(value, name) !== undefined)
    return `{${names.sort().map((name) => `${canonicalJson(name)}:${canonicalJson(Reflect.get(value, name))}`)}}`
  }
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new Error('It contains half of a surrogate pair')
  // `JSON.stringify` writes it as `null`, so that a signature would hold for both.
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('It contains a number that is too large')
  return JSON.stringify(value)
}
