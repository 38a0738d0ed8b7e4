import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { findingsOf } from '@canje/registry'
import { tsImport } from 'tsx/esm/api'
import * as v from 'valibot'
import { asCommandError } from '../../project/command-error'
import type { Package } from '../../project/project'
import type { CheckResult } from '../findings'

const FILE = 'tests/stubs.ts'
const TIME_LIMIT_MS = 30_000
const FIX = `Correct ${FILE}: its default export is a StubbedResponses of @canje/tab-testing.`

const REQUEST_RULE = 'must be a method and the path in the info API or a URL, such as "GET SelectCodes"'

/** JSON by request, such as `POST SelectScores` of the info API, or `GET https://api.example.com/prizes`. */
const Stubs = v.record(
  v.pipe(
    v.string(),
    v.regex(/^(GET|POST|PUT|PATCH|DELETE) [^\s/][^\s]*$/, REQUEST_RULE),
    v.check((request) => URL.canParse(request.slice(request.indexOf(' ') + 1), 'http://api.invalid/'), REQUEST_RULE),
  ),
  v.custom<unknown>(isJson, 'must be JSON'),
)
export type Stubs = v.InferOutput<typeof Stubs>

const Module = v.object({ default: Stubs }, 'must have a default export')

/**
 * Reads the responses that a remote has for the browser check.
 *
 * @param stop aborts the check
 * @param limit in ms: a file that waits for something never ends
 * @returns none without the file
 */
export async function readStubs(
  { name, directory }: Pick<Package, 'name' | 'directory'>,
  stop: AbortSignal,
  limit = TIME_LIMIT_MS,
): Promise<CheckResult<Stubs>> {
  const file = join(directory, FILE)
  if (!existsSync(file)) return { value: {}, findings: [] }
  const failed = (reason: string): CheckResult<Stubs> => ({
    findings: [{ code: 'stubs-invalid', message: `${FILE} of ${name}: ${reason}`, fix: FIX }],
  })
  try {
    const module = v.safeParse(Module, { ...(await importOf(file, stop, limit)) })
    if (module.success) return { value: module.output.default, findings: [] }
    return failed(findingsOf('', module.issues).join('; '))
  } catch (error) {
    stop.throwIfAborted()
    return failed(asCommandError(error).message)
  }
}

async function importOf(file: string, stop: AbortSignal, limit: number): Promise<object> {
  const loaded = new AbortController()
  const late = setTimeout(limit, undefined, { signal: AbortSignal.any([stop, loaded.signal]) }).then(() => {
    throw new Error(`it did not load in ${limit / 1000} s.`)
  })
  try {
    return await Promise.race([tsImport(pathToFileURL(file).href, import.meta.url), late])
  } finally {
    loaded.abort()
  }
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
