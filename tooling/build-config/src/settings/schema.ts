import { Worker } from 'node:worker_threads'
import type { ErrorObject } from 'ajv'

const LIMIT_MS = 5000
/** The most subschemas that one value may be checked against. */
const MAX_CHECKS = 10_000

/** What a usable schema gives. */
export interface Checked {
  /** The source of a module that validates settings without `eval`. */
  code: string
  /** For each value, its texts of `format: "uri"`, and the first misfit. */
  results: { urls: string[]; error?: ErrorObject }[]
}

interface Pattern {
  place: string
  pattern: string
}

/**
 * Compiles the schema of settings, JSON Schema 2020-12, and validates values, in a thread of their own and for 5 s: a schema
 * may be exponential, and a pattern backtrack (D44, settings).
 *
 * @throws Error with what is wrong and its place
 */
export async function checkSettings(schemaText: string, values: readonly unknown[] = []): Promise<Checked> {
  const schema: unknown = JSON.parse(schemaText)
  const workerData = { schema, values, patterns: patternsIn(schema) }
  const resourceLimits = { maxOldGenerationSizeMb: 256 }
  const worker = new Worker(new URL('./schema-worker.js', import.meta.url), { workerData, resourceLimits })
  let busy = ''
  let limit: NodeJS.Timeout | undefined
  const checked = new Promise<Checked>((resolve, reject) => {
    limit = setTimeout(() => reject(new Error(busy)), LIMIT_MS)
    worker.on('error', (error) => reject(new Error(`#: ${error.message}`)))
    worker.on('message', (message: string | Checked) => {
      if (typeof message === 'string') busy = message
      else resolve(message)
    })
  })
  return checked.finally(() => {
    clearTimeout(limit)
    return worker.terminate()
  })
}

/**
 * The patterns of a schema.
 *
 * @throws Error for a reference to another file and for an exponential schema
 */
function patternsIn(schema: unknown): Pattern[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) throw new Error('#: must be an object')
  const patterns: Pattern[] = []
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
      if (typeof inner === 'string' && /^\$(ref|dynamicRef)$/.test(name))
        count += countChecks(targetOf(inner, at, schema), inner)
      else count += countChecks(inner, at)
      if (name === 'pattern' && typeof inner === 'string') patterns.push({ place: at, pattern: inner })
      if (place.endsWith('/patternProperties')) patterns.push({ place, pattern: name })
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
  const names = ref.split('/').slice(1)
  const keys = names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>((node, key) => Reflect.get(Object(node), key), schema)
}
