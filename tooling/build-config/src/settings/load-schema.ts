import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RuleSetRule } from '@rspack/core'
import { checkSettings } from './schema'

const require = createRequire(import.meta.url)
const loader = fileURLToPath(new URL('./schema-loader.js', import.meta.url))

/** What a loader of Rspack gets. */
interface LoaderContext {
  resourcePath: string
  emitFile(name: string, content: string): void
}

/**
 * Turns the schema of a remote's settings into a module that validates them, emits the schema for commands, and writes its
 * types beside it, as `settings.schema.d.ts` (D44, settings).
 *
 * @throws Error that names the file, what is wrong and its place
 */
async function loadSchema(source: string, { resourcePath, emitFile }: LoaderContext): Promise<string> {
  const { code } = await checkSettings(source).catch((error: Error) => {
    throw new Error(`${resourcePath} is no usable schema of settings. ${error.message}.`)
  })
  const types = await typesOf(source, basename(resourcePath))
  const target = resourcePath.replace(/\.json$/, '.d.ts')
  if ((await readFile(target, 'utf8').catch(() => '')) !== types) await writeFile(target, types)
  emitFile(`settings.schema.${createHash('sha256').update(source).digest('hex').slice(0, 16)}.json`, source)
  // The project does not depend on Ajv.
  return code.replace(/(?<=\bconst \w+ = require\()"ajv[^"]*"(?=\))/g, (request) =>
    JSON.stringify(require.resolve(JSON.parse(request))),
  )
}

async function typesOf(source: string, file: string): Promise<string> {
  // On demand: it takes half a second to load.
  const { compile } = await import('json-schema-to-typescript')
  const bannerComment = `/** Written by the build from ${file}: do not edit. */`
  const style = { semi: false, singleQuote: true, printWidth: 120 }
  return compile({ ...JSON.parse(source), title: 'Settings' }, 'Settings', { bannerComment, style })
}

/** Rspack's rule for schemas of settings. */
export const schemaRule: RuleSetRule = {
  resourceQuery: /^\?settings$/,
  type: 'javascript/auto',
  use: { loader, options: { load: loadSchema } },
}
