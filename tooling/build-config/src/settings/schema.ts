import { runInNewContext } from 'node:vm'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'

const isUri = fullFormats.uri as (text: string) => boolean

/** A page has no limit: what takes longer would freeze it. */
const LIMIT_MS = 2000

/**
 * Compiles the schema of settings, JSON Schema 2020-12, and refuses one that takes longer than 2 s for an empty object, or a
 * pattern for one of many texts: a schema may be exponential, and a pattern backtrack (D44, settings).
 *
 * @returns the source of a module that validates without `eval`; and a function that returns the texts of `format: "uri"` in
 *   settings, and throws an Error for the first misfit, or after 2 s
 * @throws Error with what is wrong and its place
 */
export function compileSettings(schemaText: string): { code: string; urlsIn: (settings: object) => string[] } {
  const schema = JSON.parse(schemaText)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) throw new Error('#: must be an object')
  let urls: string[] = []
  // Unknown keywords and formats are mistakes; further rules of Ajv would refuse valid schemas.
  const ajv = new Ajv2020({ strict: false, strictSchema: true, code: { source: true, esm: true, regExp: quickRegExp } })
  addFormats(ajv)
  ajv.addFormat('uri', (text) => urls.push(text) > 0 && isUri(text))
  const validate = ajv.compile(schema)
  if ('$async' in validate) throw new Error('unknown keyword: "$async"')
  const code = standaloneCode(ajv, validate)
  for (const name of ['', ...Object.keys(Object(schema.$defs))]) {
    const place = name && `/$defs/${encodeURIComponent(name)}`
    const part = ajv.getSchema(`${schema.$id ?? ''}#${place}`)
    withinLimit(() => part?.({}), `#${place}: is exponential: it takes too long for an empty object`)
  }
  const urlsIn = (settings: object) => {
    urls = []
    const start = JSON.stringify(settings).slice(0, 200)
    const slow = `takes too long for ${start}: the schema is exponential, or a pattern backtracks`
    if (withinLimit(() => validate(settings), slow)) return urls
    const { instancePath, message, schemaPath } = Object(validate.errors?.[0])
    throw new Error(`${instancePath || '/'} ${message} (${schemaPath})`)
  }
  return { code, urlsIn }
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

/** @throws Error with a reason when a function takes longer than {@link LIMIT_MS} */
function withinLimit<T>(run: () => T, reason: string): T {
  try {
    return runInNewContext('run()', { run }, { timeout: LIMIT_MS })
  } catch (error) {
    const { code, name } = Object(error)
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new Error(reason)
    throw name === 'RangeError' ? new Error('#: refers to itself without end') : error
  }
}
