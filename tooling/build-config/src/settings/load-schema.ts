import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoaderContext, RuleSetRule } from '@rspack/core'

const require = createRequire(import.meta.url)

/**
 * Turns the schema of a remote's settings into a module that validates them, emits the schema for commands, and writes its
 * types beside it, as `settings.schema.d.ts` (D44, settings).
 *
 * @throws Error that names the file and what is wrong
 */
async function loadSchema(source: string, { resourcePath, emitFile }: LoaderContext): Promise<string> {
  // On demand: they take half a second to load.
  const { compileSettings } = await import('./schema')
  const { compile } = await import('json-schema-to-typescript')
  const { code } = compileSettings(source)
  const types = await compile({ ...JSON.parse(source), title: 'Settings' }, 'Settings', {
    bannerComment: `/** Written by the build from ${basename(resourcePath)}: do not edit. */`,
    $refOptions: { resolve: { http: false, file: false } },
    style: { semi: false, singleQuote: true, printWidth: 120 },
  }).catch((error: Error) => {
    // Of other faults it prints the reason. It takes the schema's own `$id` for the URL of another file.
    if (!error.message.includes('$ref')) throw error
    throw new Error(`${error.message}: write each $ref as "#/…", a place in this file`)
  })
  const target = resourcePath.replace(/\.json$/, '.d.ts')
  if ((await readFile(target, 'utf8').catch(() => '')) !== types) await writeFile(target, types)
  emitFile(basename(resourcePath), source)
  // The project does not depend on Ajv.
  const absolute = (request: string) => JSON.stringify(require.resolve(JSON.parse(request)))
  return code.replace(/(?<=\bconst \w+ = require\()"ajv[^"]*"(?=\))/g, absolute)
}

/** Rspack's rule for schemas of settings. */
export const schemaRule: RuleSetRule = {
  resourceQuery: /^\?settings$/,
  type: 'javascript/auto',
  use: { loader: fileURLToPath(new URL('./schema-loader.js', import.meta.url)), options: { load: loadSchema } },
}
