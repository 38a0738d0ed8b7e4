import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rspack } from '@rspack/core'

// `rspack-program.ts <absolute path of an rspack.config.ts>` builds, and prints errors and warnings.
const { default: config } = await import(pathToFileURL(process.argv[2] ?? '').href)
const compiler = rspack(config)
const stats = await promisify(compiler.run.bind(compiler))()
console.log(stats?.toString({ preset: 'errors-warnings', colors: false }))
await promisify(compiler.close.bind(compiler))()
if (stats?.hasErrors()) process.exitCode = 1
