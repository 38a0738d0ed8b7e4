// Plain JavaScript: a worker thread does not inherit the TypeScript loader of its parent.
import { parentPort, workerData } from 'node:worker_threads'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'

const { schema, patterns, values } = workerData
/** What the worker is busy with, if it has to be stopped. */
const busy = (stage) => parentPort.postMessage({ stage })

busy('#: it takes too long to be compiled')
const ajv = new Ajv2020({ strict: true, code: { source: true, esm: true } })
addFormats.default(ajv)
const validate = ajv.compile(schema)

for (const { place, pattern } of patterns) {
  busy(`${place}: the pattern ${JSON.stringify(pattern)} takes too long for some texts: it backtracks`)
  const letters = new Set(['a', '0', ' ', ...(pattern.match(/[\p{L}\p{N}_.-]/gu) ?? [])])
  for (const letter of isRegExp(pattern) ? letters : []) new RegExp(pattern, 'u').test(`${letter.repeat(64)}\n`)
}

busy('#: it takes too long for an empty object: it is exponential')
validate({})

const results = values?.map(validated)
parentPort.postMessage({ outcome: values ? { results } : { code: standaloneCode.default(ajv, validate) } })

function validated(value) {
  busy(`it takes too long for ${JSON.stringify(value).slice(0, 200)}: it is exponential, or a pattern backtracks`)
  const urls = []
  const own = new Ajv2020({ strict: true })
  addFormats.default(own)
  const uri = (text) => urls.push(text) && fullFormats.uri(text)
  own.addFormat('uri', { type: 'string', validate: uri })
  const check = own.compile(schema)
  return check(value) ? { urls } : { urls, error: check.errors[0] }
}

/** A value of the schema may be named `pattern` too. */
function isRegExp(pattern) {
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}
