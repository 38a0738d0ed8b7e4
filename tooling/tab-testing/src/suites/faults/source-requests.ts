import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The first argument of a request by `apiClient`, or of a loader of rows. */
const CALL = /\b(?:apiClient\s*\.\s*(?:get|post|put|patch|delete|request)|loaderOf)\s*(?:<[^()]*>)?\(\s*([^\s,)]+)/g
/** The path in a list of rows, or in an object for `apiClient.request`; not a link, a route or the path of an icon. */
const PROPERTY = /\b(?:path|url):\s*(['"`](?:\w+\/)*[A-Z]\w*(?:\?[^'"`]*)?['"`])/g
const LITERAL = /^['"`]([\w/]+)(?:\?[^'"`]*)?['"`]$/

/**
 * The endpoints that the source of a remote names, so that none is forgotten which only some state of its tab requests.
 *
 * @param testFile a file of the remote, whose `src` is beside its package.json
 * @throws Error for a path that is not a literal or a constant of its file
 */
export function sourceRequests(testFile: string): Set<string> {
  let remote = dirname(testFile)
  while (!existsSync(join(remote, 'package.json'))) remote = dirname(remote)
  const source = join(remote, 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const own = files.filter((file) => /\.[jt]sx?$/.test(file) && !/\.test\.\w+$/.test(file))
  return new Set(own.flatMap((file) => requestsIn(readFileSync(join(source, file), 'utf8'), `src/${file}`)))
}

/** The endpoints in the text of one file. */
export function requestsIn(text: string, file: string): string[] {
  const paths = [...text.matchAll(CALL), ...text.matchAll(PROPERTY)].map(([, path = '']) => path)
  return paths.filter((path) => !path.startsWith('{')).map((path) => endpointOf(path, text, file))
}

function endpointOf(path: string, text: string, file: string): string {
  const literal = new RegExp(`\\bconst ${path.replace(/\W/g, '\\$&')}\\b[^=]*=\\s*(\\S+)`).exec(text)?.[1] ?? path
  const name = LITERAL.exec(literal)?.[1]?.split('/').at(-1)
  if (name) return name
  throw new Error(`${file} requests ${path}: write its path as a literal, by which describeFaults finds each request.`)
}
