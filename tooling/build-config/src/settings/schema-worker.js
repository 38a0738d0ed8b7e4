// Plain JavaScript: a worker thread does not inherit the TypeScript loader of its parent.
import { parentPort, workerData } from 'node:worker_threads'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'

/** Says what a limit of time would stop. */
const busy = (reason) => parentPort.postMessage(reason)
const { schema, patterns, values } = workerData
let urls = []
const { uri } = fullFormats
fullFormats.uri = (text) => urls.push(text) && uri(text)

busy('#: takes too long to be compiled')
// Unknown keywords and formats are mistakes; further rules of Ajv would refuse valid schemas.
const ajv = new Ajv2020({ strict: false, strictSchema: true, code: { source: true, esm: true } })
addFormats.default(ajv)
const validate = ajv.compile(schema)
for (const [place, pattern] of patterns) {
  busy(`${place}: the pattern ${JSON.stringify(pattern)} backtracks: it takes too long for some texts`)
  for (const letter of new Set(`a0 ${pattern}`)) new RegExp(pattern, 'u').test(`${letter.repeat(64)}\n`)
}
busy('#: is exponential, or refers to itself without end: it takes too long for an empty object')
validate({})
const results = values.map((value) => {
  busy(`takes too long for ${JSON.stringify(value).slice(0, 200)}: the schema is exponential, or a pattern backtracks`)
  urls = []
  return validate(value) ? { urls } : { urls, error: validate.errors[0] }
})
parentPort.postMessage({ code: standaloneCode.default(ajv, validate), results })
