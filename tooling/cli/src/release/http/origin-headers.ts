import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { CommandError } from '../../project/command-error'

/** By origin, the headers that its requests carry, such as the token of an access proxy. */
export type OriginHeaders = Record<string, Record<string, string>>

const Headers = v.record(v.pipe(v.string(), v.regex(/^[\w!#$%&'*+.^`|~-]+$/)), v.pipe(v.string(), v.regex(/^[ -~]+$/)))
const Origin = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text),
)
const File = v.pipe(v.string(), v.parseJson(), v.record(Origin, Headers))

/**
 * Reads the headers of RELEASE_HEADERS. User and password of a URL are such a header too.
 *
 * @param folder a relative path starts from INIT_CWD, or else here
 * @param urls those of shells
 * @throws CommandError when the file cannot be read or is invalid; it quotes nothing of the file
 */
export function readOriginHeaders(
  { RELEASE_HEADERS, INIT_CWD }: NodeJS.ProcessEnv,
  folder: string,
  urls: readonly string[],
): OriginHeaders {
  const headers = RELEASE_HEADERS ? readHeaders(resolve(INIT_CWD ?? folder, RELEASE_HEADERS)) : {}
  for (const url of urls) {
    const { origin = '', username, password } = URL.canParse(url) ? new URL(url) : {}
    if (!username && !password) continue
    const basic = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')
    headers[origin] = { ...headers[origin], Authorization: `Basic ${basic}` }
  }
  return headers
}

function readHeaders(file: string): OriginHeaders {
  const { success, output } = v.safeParse(File, textOf(file))
  if (success) return output
  throw new CommandError(
    `RELEASE_HEADERS names ${file}, which is invalid: write { "https://office.example.com": { "Name": "value" } }, ` +
      'with origins that have no path, and headers in ASCII.',
  )
}

function decoded(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // The path may be the headers themselves.
    throw new CommandError(
      `RELEASE_HEADERS names a file that cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
}
