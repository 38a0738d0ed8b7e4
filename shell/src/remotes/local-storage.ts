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

/**
 * Keeps a value as JSON.
 *
 * @returns false when the browser denies the storage, or it is full: then the value is lost with the page
 */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch (error) {
    console.warn(`${key} could not be stored.`, error)
    return false
  }
}
