import type { ShellConfig } from './shell-config'

/** The policy of every response except pages: opened directly, it runs and loads nothing, and it cannot be framed. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Placeholder in the host's `index.html` for the nonce of a response. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/**
 * The Content-Security-Policy of the shell's page. It allows code and styles of the shell, the registry's origin and the
 * listed previews, and requests to the configured services. Inline code needs the nonce: PrimeReact's style tags, and
 * the page's script for a host that does not start.
 *
 * @param nonce base64; valid for one response
 */
export function pagePolicy(config: ShellConfig, nonce: string): string {
  const { securityUrl, apiUrl, registryUrl, reportUrl, previewOrigins = [] } = config
  const services = [securityUrl, apiUrl, ...(reportUrl ? [reportUrl] : [])]
  const code = ["'self'", originOf(registryUrl), ...previewOrigins]
  const codeWithNonce = [...code, `'nonce-${nonce}'`]
  const directives = {
    'default-src': ["'none'"],
    'script-src': codeWithNonce,
    // The worker of a large table starts from the text in a verified chunk.
    'worker-src': ['blob:'],
    'style-src': codeWithNonce,
    // The page's icon is an empty data: URL.
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

/** Dev servers announce changes over a WebSocket, and an `http:` source does not cover `ws:`. */
function webSocket(origin: string): string {
  return origin.replace(/^http/, 'ws')
}

function originOf(url: string): string {
  return new URL(url).origin
}
