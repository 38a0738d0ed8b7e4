import { gunzipSync } from 'node:zlib'
import { type HttpResponse, withoutNonce } from '@canje/cli/dev-stack/testing'

/** Headers that may differ: those of the connection, validators, and what a test of its own covers. */
const NOT_COMPARED =
  /^(accept-ranges|access-control-allow-origin|connection|content-length|content-security-policy|content-type|date|etag|keep-alive|last-modified|server|timing-allow-origin|transfer-encoding|vary|x-amz-.*|x-rgw-.*)$/

/** @returns the headers that must be the same for every server */
export function comparableHeaders({ headers }: Pick<HttpResponse, 'headers'>) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_COMPARED.test(name)))
}

/** The parts of a response that must be the same for every server. */
export function comparable(response: HttpResponse) {
  const { status = 0, headers } = response
  const { policy, body: sent } = withoutNonce(response)
  // Compressed bytes differ between servers.
  const body =
    headers['content-encoding'] === 'gzip' ? gunzipSync(Buffer.from(sent, 'latin1')).toString('latin1') : sent
  const [type] = String(headers['content-type']).replace('text/javascript', 'application/javascript').split(';')
  const { 'content-encoding': encoding, ...others } = comparableHeaders(response)
  const same = { status, policy, ...others }
  // nginx compresses its own error pages.
  return status === 200 ? { ...same, encoding, type, body } : same
}
