import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asCommandError, type Package } from '@canje/project'
import { findingsOf } from '@canje/registry'
import { tsImport } from 'tsx/esm/api'
import * as v from 'valibot'
import type { CheckResult } from '../findings'

const FILE = 'tests/stubs.ts'
const FIX = `Correct ${FILE}: its default export is a StubbedResponses of @canje/tab-testing.`

/** JSON by request, such as `POST SelectScores` of the info API, or `GET https://api.example.com/prizes`. */
const Stubs = v.record(
  v.pipe(
    v.string(),
    v.regex(
      /^(GET|POST|PUT|PATCH|DELETE) [^\s/][^\s]*$/,
      'must be a method and the path in the info API or a URL, such as "GET SelectCodes"',
    ),
  ),
  v.custom<unknown>(isJson, 'must be JSON'),
)
export type Stubs = v.InferOutput<typeof Stubs>

const Module = v.object({ default: Stubs }, 'must have a default export')

/**
 * Reads the responses that a remote has for the browser check.
 *
 * @returns none without the file
 */
export async function readStubs({ name, directory }: Pick<Package, 'name' | 'directory'>): Promise<CheckResult<Stubs>> {
  const file = join(directory, FILE)
  if (!existsSync(file)) return { value: {}, findings: [] }
  const failed = (reason: string): CheckResult<Stubs> => ({
    findings: [{ code: 'stubs-invalid', message: `${FILE} of ${name}: ${reason}`, fix: FIX }],
  })
  try {
    const module = v.safeParse(Module, { ...(await tsImport(pathToFileURL(file).href, import.meta.url)) })
    if (module.success) return { value: module.output.default, findings: [] }
    return failed(findingsOf('', module.issues).join('; '))
  } catch (error) {
    return failed(asCommandError(error).message)
  }
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
