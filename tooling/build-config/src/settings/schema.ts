import { runInNewContext } from 'node:vm'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import traverse from 'json-schema-traverse'

const isUri = fullFormats.uri as (text: string) => boolean

/** A page has no limit: what takes longer would freeze it. */
const LIMIT_MS = 2_000

/** A value of each type: a schema may be exponential for one of them only. */
const VALUES = [{}, [], '', 0, true, null]

/**
 * Compiles the schema of settings, JSON Schema 2020-12, and refuses one of which a part takes longer than 2 s for a value of
 * each type, or a pattern for one of many texts: a schema may be exponential, and a pattern backtrack (D44, settings).
 *
 * @returns the source of a module that validates without `eval`; and a function that returns the texts of `format: "uri"` in
 *   settings, and throws an Error for the first misfit, or after 2 s
 * @throws Error with what is wrong
 */
export function compileSettings(schemaText: string): { code: string; urlsIn: (settings: object) => string[] } {
  const schema = JSON.parse(schemaText)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) throw new Error('#: must be an object')
  let urls: string[] = []
  // Unknown keywords and formats are mistakes; further rules of Ajv would refuse valid schemas.
  // Inlined references would make the code of a small schema exponential.
  const ajv = new Ajv2020({ strict: false, strictSchema: true, inlineRefs: false, code: { source: true, esm: true } })
  addFormats(ajv)
  ajv.addFormat('uri', (text) => isUri(text) && urls.push(text) > 0)
  ajv.validateSchema(schema, true)
  // From here on: the patterns of JSON Schema itself are quick.
  ajv.opts.code.regExp = quickRegExp
  const validate = withinLimit(() => ajv.compile(schema), '#: takes too long to compile', 10 * LIMIT_MS)
  if ('$async' in validate) throw new Error('unknown keyword: "$async"')
  for (const place of placesIn(schema)) {
    const part = ajv.getSchema(`${schema.$id ?? ''}#${place}`)
    for (const value of VALUES) {
      const reason = `#${place}: is exponential: it takes too long for ${JSON.stringify(value)}`
      withinLimit(() => part?.(value), reason)
    }
  }
  const urlsIn = (settings: object) => {
    urls = []
    const start = JSON.stringify(settings).slice(0, 200)
    const slow = `takes too long for ${start}: the schema is exponential, or a pattern backtracks`
    if (withinLimit(() => validate(settings), slow)) return urls
    const { instancePath, message, schemaPath, params } = Object(validate.errors?.[0])
    throw new Error(`${instancePath || '/'} ${message} (${schemaPath} ${JSON.stringify(params)})`)
  }
  return { code: standaloneCode(ajv, validate), urlsIn }
}

/** JSON pointers of the schema and all schemas in it; a `$dynamicRef` means itself without the schema around it. */
function placesIn(schema: object): string[] {
  const places: string[] = []
  traverse(schema, (part: object, pointer: string) => {
    if (pointer === '' || !('$dynamicRef' in part)) places.push(pointer)
  })
  return places
}

/** @throws Error for a pattern that backtracks for a repetition of one or two of its characters */
function quickRegExp(pattern: string, flags: string): RegExp {
  const regExp = new RegExp(pattern, flags)
  const marks = `a0 ${pattern}`
  const words = Array.from(marks, (mark, at) => [mark, marks.slice(at, at + 2)]).flat()
  const texts = words.flatMap((word) => ['\n', '!', '"'].map((end) => word.repeat(64) + end))
  const reason = `the pattern ${JSON.stringify(pattern)} backtracks: it takes too long for some texts`
  withinLimit(() => texts.forEach((text) => void regExp.test(text)), reason)
  return regExp
}
/** How Ajv writes it in a module. */
quickRegExp.code = 'new RegExp'

/** @throws Error with a reason when a function takes longer than a limit */
function withinLimit<T>(run: () => T, reason: string, timeout = LIMIT_MS): T {
  try {
    return runInNewContext('run()', { run }, { timeout })
  } catch (error) {
    const { code, name } = Object(error)
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new Error(reason)
    throw name === 'RangeError' ? new Error('#: refers to itself without end, or is nested too deeply') : error
  }
}
