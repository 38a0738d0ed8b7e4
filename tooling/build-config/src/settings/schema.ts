import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ErrorObject } from 'ajv'

const LIMIT_MS = 5000
/** The most subschemas that one value may be checked against. */
const MAX_CHECKS = 10_000

/**
 * Compiles the schema of settings, JSON Schema 2020-12, and validates values, in a thread of their own and for 5 s: a schema
 * may be exponential, and a pattern backtrack (D44, settings).
 *
 * @returns the source of a module that validates without `eval`; of each value, the texts of `format: "uri"` and the first misfit
 * @throws Error with what is wrong and its place
 */
export async function checkSettings(
  schemaText: string,
  values: readonly unknown[] = [],
): Promise<{ code: string; results: { urls: string[]; error?: ErrorObject }[] }> {
  const schema: unknown = JSON.parse(schemaText)
  const workerData = { schema, values, patterns: patternsIn(schema) }
  const worker = new Worker(new URL('./schema-worker.js', import.meta.url), { workerData })
  let state = '#: cannot be checked'
  try {
    for await (const [message] of on(worker, 'message', { signal: AbortSignal.timeout(LIMIT_MS) })) {
      if (typeof message !== 'string') return message
      state = message
    }
  } catch (error) {
    const { name, message } = Object(error)
    if (name !== 'AbortError') state = `#: ${name === 'RangeError' ? 'refers to itself without end' : message}`
  } finally {
    await worker.terminate()
  }
  throw new Error(state)
}

/** The patterns of a schema, by place. @throws Error for a reference to another file and for an exponential schema */
function patternsIn(schema: unknown): [place: string, pattern: string][] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) throw new Error('#: must be an object')
  const patterns: [string, string][] = []
  const counts = new Map<object, number>()

  /** Counts the subschemas that a value is checked against, with those of references. */
  function countChecks(node: unknown, place: string): number {
    if (typeof node !== 'object' || node === null) return 0
    const known = counts.get(node)
    if (known !== undefined) return known
    // What refers to itself does so for an inner value.
    counts.set(node, 1)
    let count = 1
    for (const [name, inner] of Object.entries(node)) {
      const at = `${place}/${name}`
      const isReference = typeof inner === 'string' && /^\$(ref|dynamicRef)$/.test(name)
      count += isReference ? countChecks(targetOf(inner, at, schema), inner) : countChecks(inner, at)
      if (name === 'pattern' && typeof inner === 'string') patterns.push([at, inner])
      if (place.endsWith('/patternProperties')) patterns.push([place, name])
    }
    if (count > MAX_CHECKS) throw new Error(`${place}: is exponential, with over ${MAX_CHECKS} checks of one value`)
    counts.set(node, count)
    return count
  }

  countChecks(schema, '#')
  return patterns
}

function targetOf(ref: string, place: string, schema: unknown): unknown {
  if (!/^#(\/|$)/.test(ref)) throw new Error(`${place}: refers to ${ref}, outside of the file: write #/$defs/name`)
  const names = decodeURIComponent(ref).split('/').slice(1)
  const keys = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>((node, key) => Reflect.get(Object(node), key), schema)
}
