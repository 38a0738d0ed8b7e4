import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CROSS_ORIGIN_HEADERS } from '@canje/build'
import { DEFAULT_HEADERS, pageHeaders, SHELL_HEADERS } from '@canje/cli/dev-stack'
import { asCommandError, CommandError } from '@canje/cli/project'
import { findingsOf, Origin } from '@canje/registry'
import * as v from 'valibot'
import { caddy, type Headers, nginx, type SiteHeaders } from './servers'

/** The configurations, in this package's folder, with variables in braces. */
const CONFIGURATIONS = {
  Caddyfile: caddy,
  'bucket.Caddyfile': caddy,
  'nginx.conf': nginx,
  'bucket.nginx.conf': nginx,
}
export type Configuration = keyof typeof CONFIGURATIONS
export const configurations = Object.keys(CONFIGURATIONS) as Configuration[]

/** Without what could end a value or begin a variable in a configuration. */
const Url = v.pipe(v.string(), v.regex(/^[^\s"'`$\\{}<>]+$/, 'must be a URL without quotes, spaces, $ and braces'))

/** The part of the shell's `config.json` that the headers depend on. */
const ShellConfig = v.object({
  securityUrl: Url,
  apiUrl: Url,
  registryUrl: Url,
  reportUrl: v.exactOptional(Url),
  previewOrigins: v.exactOptional(v.array(Url)),
  connect: v.exactOptional(v.array(Origin)),
})

/** Each configuration states its own caching. */
const { 'Cache-Control': _, ...EVERYWHERE } = DEFAULT_HEADERS

const COMPUTED = /^(SHELL|PAGE|STORE)_(HEADERS|MAPS)$/
const VARIABLE = /\$\{(\w+)\}/g

/**
 * Completes the configuration of a web server. Its headers are those of `npm start`; those of pages follow from
 * `config.json` and `index.html` in `SHELL_ROOT`, and from `index.html` in `SHELL_NEXT` if it is set.
 *
 * @param variables the variables of docs/operations.md
 * @throws CommandError naming the missing variables, or the file of the shell that cannot be used
 */
export async function completed(
  configuration: Configuration,
  variables: Record<string, string | undefined>,
): Promise<string> {
  const text = await readFile(new URL(`../${configuration}`, import.meta.url), 'utf8')
  const server = CONFIGURATIONS[configuration]
  const used = new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))
  const missing = ['SHELL_ORIGIN', ...used].filter((name) => !variables[name] && !COMPUTED.test(name))
  if (missing.length > 0) throw new CommandError(`Set ${missing.join(', ')}.`)
  const { SHELL_ROOT = '', SHELL_NEXT, SHELL_ORIGIN = '' } = variables
  const pages = used.has('SHELL_ROOT')
    ? await headersOfPages([SHELL_ROOT, ...(SHELL_NEXT ? [SHELL_NEXT] : [])], SHELL_ORIGIN, server.nonce)
    : { page: {}, main: {} }
  const values = { ...variables, ...server.write({ ...sites(SHELL_ORIGIN), ...pages }) }
  return text.replaceAll(VARIABLE, (_reference, name: string) => values[name] ?? '')
}

function sites(shellOrigin: string): Pick<SiteHeaders, 'shell' | 'store'> {
  const readers = { 'Access-Control-Allow-Origin': shellOrigin, 'Timing-Allow-Origin': shellOrigin }
  return { shell: { ...EVERYWHERE, ...SHELL_HEADERS }, store: { ...EVERYWHERE, ...CROSS_ORIGIN_HEADERS, ...readers } }
}

/** @param roots the folder of the shell; then that of a build whose pages may replace its own, if there is one */
async function headersOfPages(
  roots: string[],
  shellOrigin: string,
  nonce: string,
): Promise<Pick<SiteHeaders, 'page' | 'main'>> {
  try {
    const pages = await Promise.all(roots.map((root) => readFile(join(root, 'index.html'), 'utf8')))
    const html = pages.join('\n')
    const config = configOf(await readFile(join(roots[0] ?? '', 'config.json'), 'utf8'), shellOrigin)
    const { Link = '', ...page }: Headers = pageHeaders(config, { html, nonce, isMain: true })
    return { page, main: { Link } }
  } catch (error) {
    throw new CommandError(`The shell in ${roots.join(' or ')} cannot be used: ${asCommandError(error).message}`)
  }
}

/** @throws Error naming each value that cannot be used */
function configOf(text: string, shellOrigin: string): v.InferOutput<typeof ShellConfig> {
  const config = v.safeParse(ShellConfig, JSON.parse(text))
  if (!config.success) throw new Error(findingsOf('config.json', config.issues).join('; '))
  const local = config.output.connect?.find((origin) => origin.startsWith('http:'))
  if (local && shellOrigin.startsWith('https:'))
    throw new Error(`config.json.connect: ${local} is for development, and ${shellOrigin} is a deployment.`)
  return config.output
}
