import type { Agent, Dispatcher } from 'undici'
import { CommandError } from '../../project/command-error'
import { shellsIn } from '../shell-urls'
import { type OriginHeaders, readOriginHeaders } from './origin-headers'

/** No proxy reaches the servers of this machine, such as the shell that `check-shell` serves. */
const THIS_MACHINE = 'localhost,127.0.0.1,[::1]'

/** Lets this process reach the shells of RELEASE_SHELLS, as {@link openConnections}. */
export function reachShells(environment = process.env, folder = process.cwd()): Promise<() => Promise<void>> {
  return openConnections(environment, readOriginHeaders(environment, folder, shellsIn(environment) ?? []))
}

/**
 * Sends each `fetch` of this process through the proxies of the environment, with the headers of its origin. After a
 * redirect, the other origin gets its own headers only.
 *
 * @returns ends that
 * @throws CommandError for an invalid URL of a proxy
 */
export async function openConnections(
  environment: NodeJS.ProcessEnv,
  headers: OriginHeaders,
): Promise<() => Promise<void>> {
  const httpProxy = proxyIn(environment, 'HTTP_PROXY')
  const httpsProxy = proxyIn(environment, 'HTTPS_PROXY')
  if (!httpProxy && !httpsProxy && Object.keys(headers).length === 0) return async () => undefined
  const exceptions = environment.no_proxy ?? environment.NO_PROXY ?? ''
  const noProxy = exceptions.trim() === '*' ? '*' : `${exceptions},${THIS_MACHINE}`
  // Loaded when it is needed, which is rare.
  const { EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } = await import('undici')
  class Connections extends EnvHttpProxyAgent {
    override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      const { origin = '' } = options
      return super.dispatch(withHeaders(options, headers[new URL(origin).origin] ?? {}), handler)
    }
  }
  const before = getGlobalDispatcher()
  // Many proxies open a tunnel to port 443 only.
  const connections = new Connections({ httpProxy, httpsProxy, noProxy, proxyTunnel: false })
  setGlobalDispatcher(connections)
  return async () => {
    setGlobalDispatcher(before)
    await connections.destroy()
  }
}

/** Adds headers, except those that the request has, such as the signature of a request to a bucket. */
function withHeaders(options: Agent.DispatchOptions, added: OriginHeaders[string]): Agent.DispatchOptions {
  const own = new Set(Object.keys(options.headers ?? {}).map((name) => name.toLowerCase()))
  const missing = Object.entries(added).filter(([name]) => !own.has(name.toLowerCase()))
  return { ...options, headers: { ...options.headers, ...Object.fromEntries(missing) } }
}

/** @returns the URL of a proxy; empty without one */
function proxyIn(environment: NodeJS.ProcessEnv, name: 'HTTP_PROXY' | 'HTTPS_PROXY'): string {
  const text = environment[name.toLowerCase()] ?? environment[name] ?? ''
  // As curl accepts it.
  const url = text === '' || text.includes('://') ? text : `http://${text}`
  // A path follows a password with a slash, of which messages would quote parts.
  if (url === '' || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).pathname === '/'))
    return url
  throw new CommandError(`${name} is not the http or https URL of a proxy.`)
}
