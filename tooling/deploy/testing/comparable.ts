import { gunzipSync } from 'node:zlib'
import { type HttpResponse, withoutNonce } from '@canje/dev-stack/testing'

const COMPARED = [
  'cache-control',
  'content-encoding',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
]

/** The parts of a response that must be the same for every server. */
export function comparable(response: HttpResponse) {
  const { status = 0, headers } = response
  const { policy, body: sent } = withoutNonce(response)
  // Compressed bytes differ between servers.
  const body =
    headers['content-encoding'] === 'gzip' ? gunzipSync(Buffer.from(sent, 'latin1')).toString('latin1') : sent
  const [type] = String(headers['content-type']).replace('text/javascript', 'application/javascript').split(';')
  const same = { status, policy, ...Object.fromEntries(COMPARED.map((name) => [name, headers[name]])) }
  return status === 200 ? { ...same, type, body } : same
}
