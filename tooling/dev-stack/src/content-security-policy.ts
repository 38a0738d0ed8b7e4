import type { ShellConfig } from './shell-server'

/** For everything that is no page: opened by itself, it may run, load and be framed by nothing. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** What the host's `index.html` has in place of the nonce of an answer. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/**
 * The Content-Security-Policy of the shell's page: code and styles from the shell, the registry's origin and the
 * listed previews only, calls to the configured services only, nothing inline but what carries the nonce: PrimeReact's
 * style tags and the page's few lines for a host that does not start. Workers come from verified code.
 *
 * @param nonce base64; good for one answer
 */
export function pagePolicy(config: ShellConfig, nonce: string): string {
  const { securityUrl, apiUrl, registryUrl, reportUrl, previewOrigins = [] } = config
  const services = [securityUrl, apiUrl, ...(reportUrl ? [reportUrl] : [])]
  const code = ["'self'", originOf(registryUrl), ...previewOrigins]
  const marked = [...code, `'nonce-${nonce}'`]
  const directives = {
    'default-src': ["'none'"],
    'script-src': marked,
    // The worker that keeps a large table is started from a text of its verified chunk.
    'worker-src': ['blob:'],
    'style-src': marked,
    // The page's icon is an empty data: address.
    'img-src': [...code, 'data:'],
    'font-src': code,
    'connect-src': [...code, ...services.map(originOf), ...previewOrigins.map(webSocket)],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ')
}

/** Dev servers say over a WebSocket what has changed, and `http:` does not cover `ws:`. */
function webSocket(origin: string): string {
  return origin.replace(/^http/, 'ws')
}

function originOf(url: string): string {
  return new URL(url).origin
}
