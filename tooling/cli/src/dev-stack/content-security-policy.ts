import { createHash } from 'node:crypto'
import { grantedOrigins, type ShellConfig } from '@canje/registry'

/** The policy of every response except pages: opened directly, it runs and loads nothing, and it cannot be framed. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Placeholder in the host's `index.html` for the nonce of a response. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** The endpoint of the browser's reports, as `Reporting-Endpoints` names it. */
export const REPORTS = 'canje'

/** A page as it is sent. */
export interface Page {
  html: string
  /** Base64; valid for one response. It allows style tags, those of PrimeReact, and no script. */
  nonce: string
}

/**
 * The Content-Security-Policy of the shell's page. It allows code and styles of the shell, the release store's origin and
 * the listed previews, and requests to the configured services and to granted origins. The only inline script is the page's own, for a host that
 * does not start: it is named by its hash, because any code that runs can read a nonce.
 */
export function pagePolicy(config: ShellConfig, { html, nonce }: Page): string {
  const { securityUrl, apiUrl, storeUrl, reportUrl, previewOrigins = [], authority } = config
  const services = [securityUrl, apiUrl, ...(reportUrl ? [reportUrl] : [])]
  const granted = grantedOrigins(authority)
  const code = ["'self'", originOf(storeUrl), ...previewOrigins]
  const directives = {
    'default-src': ["'none'"],
    'script-src': [...code, ...inlineScriptHashes(html)],
    // The worker of a large table starts from the text in a verified chunk.
    'worker-src': ['blob:'],
    'style-src': [...code, `'nonce-${nonce}'`],
    // The page's icon is an empty data: URL.
    'img-src': [...code, 'data:'],
    'font-src': code,
    'connect-src': [...code, ...services.map(originOf), ...granted, ...[...previewOrigins, ...granted].map(webSocket)],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(reportUrl && { 'report-to': [REPORTS] }),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ')
}

/** @returns a source of `script-src` per script element with code in the page */
function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}

/** Dev servers announce changes over a WebSocket, and tabs may use one; an `http:` source does not cover `ws:`. */
function webSocket(origin: string): string {
  return origin.replace(/^http/, 'ws')
}

/** A relative URL is of the shell's origin. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "'self'"
}
