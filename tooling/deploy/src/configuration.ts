import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CROSS_ORIGIN_HEADERS } from '@canje/build'
import { DEFAULT_HEADERS, pageHeaders, SHELL_HEADERS, tabLinks } from '@canje/cli/dev-stack'
import { asCommandError, CommandError } from '@canje/cli/project'
import { readShellConfig, type ShellConfig } from '@canje/registry'
import { caddy, nginx, type SiteHeaders } from './servers'

/** The configurations, in this package's folder, with variables in braces. */
const CONFIGURATIONS = {
  Caddyfile: caddy,
  'bucket.Caddyfile': caddy,
  'nginx.conf': nginx,
  'bucket.nginx.conf': nginx,
}
export type Configuration = keyof typeof CONFIGURATIONS
export const configurations = Object.keys(CONFIGURATIONS) as Configuration[]

/** Each configuration states its own caching. */
const { 'Cache-Control': _, ...EVERYWHERE } = DEFAULT_HEADERS

const COMPUTED = /^((SHELL|PAGE|STORE)_(HEADERS|MAPS)|TAB_LINKS)$/
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
    : { page: {}, links: new Map() }
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
): Promise<Pick<SiteHeaders, 'page' | 'links'>> {
  try {
    const pages = await Promise.all(roots.map((root) => readFile(join(root, 'index.html'), 'utf8')))
    const html = pages.join('\n')
    const config = configOf(await readFile(join(roots[0] ?? '', 'config.json'), 'utf8'), shellOrigin)
    return { page: pageHeaders(config, { html, nonce }), links: tabLinks(config) }
  } catch (error) {
    throw new CommandError(`The shell in ${roots.join(' or ')} cannot be used: ${asCommandError(error).message}`)
  }
}

/** @throws Error naming each value that cannot be used, also of the remotes that a page would leave out */
function configOf(text: string, shellOrigin: string): ShellConfig {
  const config = readShellConfig(JSON.parse(text))
  const { remotes, findings } = config.authority
  if (findings.length > 0) throw new Error(`config.json: ${findings.map(({ reason }) => reason).join('; ')}`)
  if (!shellOrigin.startsWith('https:')) return config
  for (const { name, connect } of remotes) {
    const local = connect.find((origin) => origin.startsWith('http:'))
    if (local)
      throw new Error(`config.json: remotes.${name}.connect: ${local} is for development, ${shellOrigin} a deployment.`)
  }
  return config
}
