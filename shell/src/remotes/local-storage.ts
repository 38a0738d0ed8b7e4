import * as v from 'valibot'

/**
 * Reads JSON that this browser keeps.
 *
 * @returns undefined when it is absent or of another form, or the browser denies the storage
 */
export function readKept<Value>(key: string, schema: v.GenericSchema<unknown, Value>): Value | undefined {
  try {
    return v.parse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Keeps a value as JSON. A browser may deny the storage, and it may be full: then the value is lost with the page. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn(`${key} could not be stored.`, error)
  }
}

/** Removes a value. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser that denies the storage keeps nothing.
  }
}
