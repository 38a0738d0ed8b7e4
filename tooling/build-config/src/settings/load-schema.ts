import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { compileSchema } from './schema'

const require = createRequire(import.meta.url)
const STYLE = { semi: false, singleQuote: true, printWidth: 120 }

/** What a loader of Rspack gets. */
interface LoaderContext {
  resourcePath: string
  emitFile(name: string, content: string): void
}

/**
 * Turns the schema of a remote's settings into a module that validates them, emits the schema for commands, and writes its
 * types beside it, as `settings.schema.d.ts` (D44, settings).
 *
 * @throws Error that names the file, the place in it and what is wrong
 */
export async function loadSchema(source: string, { resourcePath, emitFile }: LoaderContext): Promise<string> {
  const schema = parsed(source, resourcePath)
  const compiled = await compileSchema(schema)
  if (compiled.fault !== undefined)
    throw new Error(`${resourcePath} is no usable schema of settings. ${compiled.fault}.`)
  await writeTypes(schema, resourcePath)
  const text = JSON.stringify(parsed(source, resourcePath))
  emitFile(`settings.schema.${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json`, text)
  // The project does not depend on Ajv.
  return compiled.code.replace(/(?<=\bconst \w+ = require\(")ajv[^"]*(?="\))/g, (request) =>
    require.resolve(request).replaceAll('\\', '/'),
  )
}

function parsed(source: string, file: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    throw new Error(`${file} is no JSON. ${error instanceof Error ? error.message : error}`)
  }
}

/** The compiler changes the schema. */
async function writeTypes(schema: unknown, file: string): Promise<void> {
  // On demand: it needs half a second.
  const { compile } = await import('json-schema-to-typescript')
  const bannerComment = `/** Written by the build from ${basename(file)}: do not edit. */`
  const types = await compile(Object.assign(Object(schema), { title: 'Settings' }), 'Settings', {
    bannerComment,
    style: STYLE,
  })
  const target = file.replace(/\.json$/, '.d.ts')
  if ((await readFile(target, 'utf8').catch(() => '')) !== types) await writeFile(target, types)
}
