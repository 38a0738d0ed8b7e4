import { Worker } from 'node:worker_threads'
import type { ErrorObject } from 'ajv'

const LIMIT_MS = 5000
/** The most subschemas that one value may be checked against. */
const MAX_CHECKS = 10_000

/** Why a schema or a value is refused, with the place in it. */
interface Refused {
  fault: string
}

/** What a schema says about a value. */
export interface Validated {
  /** The values of `format: "uri"`. */
  urls: string[]
  /** The first misfit. */
  error?: ErrorObject
}

interface Pattern {
  place: string
  pattern: string
}

/**
 * Compiles the schema of settings, JSON Schema 2020-12, to the source of a module that validates them without `eval` (D44, settings).
 */
export function compileSchema(schema: unknown): Promise<Refused | { fault?: undefined; code: string }> {
  return runChecked(schema)
}

/** Validates settings in a thread of their own, for 5 s: a schema may be exponential, and a pattern backtrack (D44, settings). */
export function validateSettings(
  schema: unknown,
  values: readonly unknown[],
): Promise<Refused | { fault?: undefined; results: Validated[] }> {
  return runChecked(schema, values)
}

async function runChecked<Outcome>(schema: unknown, values?: readonly unknown[]): Promise<Refused | Outcome> {
  try {
    return await run({ schema, values, patterns: patternsIn(schema) })
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * The patterns of a schema.
 *
 * @throws Error for a reference to another file and for an exponential schema, with the place
 */
function patternsIn(schema: unknown): Pattern[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) throw new Error('#: must be an object')
  const patterns: Pattern[] = []
  const counts = new Map<object, number>()

  /** Counts the subschemas that a schema checks a value against, with those that it refers to. */
  function countChecks(node: unknown, place: string): number {
    if (typeof node !== 'object' || node === null) return 0
    const known = counts.get(node)
    if (known !== undefined) return known
    // What refers to itself does so for an inner value.
    counts.set(node, 1)
    let count = 1
    for (const [name, inner] of Object.entries(node)) {
      const innerPlace = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const isReference = /^\$(ref|dynamicRef)$/.test(name) && typeof inner === 'string'
      count += isReference ? countChecks(targetOf(inner, innerPlace, schema), inner) : countChecks(inner, innerPlace)
      const found = name === 'patternProperties' ? Object.keys(Object(inner)) : name === 'pattern' ? [inner] : []
      for (const pattern of found) if (typeof pattern === 'string') patterns.push({ place: innerPlace, pattern })
    }
    if (count > MAX_CHECKS) throw new Error(`${place}: is exponential, with over ${MAX_CHECKS} checks of one value`)
    counts.set(node, count)
    return count
  }

  countChecks(schema, '#')
  return patterns
}

/** The place in a schema that a reference names. */
function targetOf(ref: string, place: string, root: unknown): unknown {
  if (!/^#(\/|$)/.test(ref))
    throw new Error(`${place}: refers to ${ref}, and may refer to places in its own file only, as in #/$defs/name`)
  const names = ref.split('/').slice(1)
  const decoded = names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
  const target = decoded.reduce<unknown>(
    (node, name) => (Object.hasOwn(Object(node), name) ? Reflect.get(Object(node), name) : undefined),
    root,
  )
  if (target === undefined) throw new Error(`${place}: refers to ${ref}, which does not exist`)
  return target
}

async function run<Outcome>(workerData: { schema: unknown; values: unknown; patterns: Pattern[] }): Promise<Outcome> {
  const resourceLimits = { maxOldGenerationSizeMb: 256 }
  const worker = new Worker(new URL('./schema-worker.js', import.meta.url), { workerData, resourceLimits })
  let busy = ''
  let limit: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      limit = setTimeout(() => reject(new Error(busy)), LIMIT_MS)
      worker.on('message', ({ stage, outcome }) => {
        busy = stage ?? busy
        if (outcome) resolve(outcome)
      })
      worker.on('error', ({ name, message }) =>
        reject(new Error(`#: ${name === 'RangeError' ? 'it refers to itself without end' : message}`)),
      )
    })
  } finally {
    clearTimeout(limit)
    await worker.terminate()
  }
}
