import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findingsOf } from '@canje/registry'
import { tsImport } from 'tsx/esm/api'
import * as v from 'valibot'
import { asCommandError } from '../../project/command-error'
import type { Package } from '../../project/project'
import type { CheckResult } from '../findings'

const FILE = 'tests/stubs.ts'
const FIX = `Correct ${FILE}: its default export is a StubbedResponses of @canje/tab-testing.`

const REQUEST_RULE = 'must be a method and the path in the info API or a URL, such as "GET SelectCodes"'

/** JSON by request, such as `POST SelectScores` of the info API, or `GET https://api.example.com/prizes`. */
const Stubs = v.record(
  v.pipe(v.string(), v.regex(/^(GET|POST|PUT|PATCH|DELETE) [^\s/][^\s]*$/, REQUEST_RULE)),
  v.unknown(),
)
export type Stubs = v.InferOutput<typeof Stubs>

const Module = v.object({ default: Stubs }, 'must have a default export')

/** Reads the responses that a remote has for the browser check. @returns none without the file */
export async function readStubs({ name, directory }: Pick<Package, 'name' | 'directory'>): Promise<CheckResult<Stubs>> {
  const file = join(directory, FILE)
  if (!existsSync(file)) return { value: {}, findings: [] }
  const failed = (reason: string): CheckResult<Stubs> => ({
    findings: [{ code: 'stubs-invalid', message: `${FILE} of ${name}: ${reason}`, fix: FIX }],
  })
  try {
    const module = v.safeParse(Module, { ...(await tsImport(pathToFileURL(file).href, import.meta.url)) })
    return module.success
      ? { value: module.output.default, findings: [] }
      : failed(findingsOf('', module.issues).join('; '))
  } catch (error) {
    return failed(asCommandError(error).message)
  }
}
