import { registryUrl, type ShellConfig } from '@canje/registry'
import { type Page, pagePolicy, REPORTS } from './content-security-policy'

/** Capabilities of a device that no code of the page may use. The clipboard stays allowed. */
const FORBIDDEN = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/**
 * The headers of the shell's page, besides those of every response of its origin. All servers send these: `npm start`,
 * and the configurations of `tooling/deploy`.
 *
 * @param page also tells whether it is the page of `/main`
 */
export function pageHeaders(config: ShellConfig, page: Page & { isMain: boolean }): Record<string, string> {
  const { storeUrl, reportUrl, previewOrigins = [] } = config
  // A preview is loaded by its URL, without hashes.
  const integrityPolicy = previewOrigins.length > 0 ? 'Integrity-Policy-Report-Only' : 'Integrity-Policy'
  return {
    'Content-Security-Policy': pagePolicy(config, page),
    // Scripts without a hash do not run: a remote of another bundler may load its chunks without one.
    [integrityPolicy]: `blocked-destinations=(script)${reportUrl ? `, endpoints=(${REPORTS})` : ''}`,
    'Permissions-Policy': FORBIDDEN.map((feature) => `${feature}=()`).join(', '),
    ...(reportUrl && { 'Reporting-Endpoints': `${REPORTS}="${reportUrl}"` }),
    // Fetched in parallel with the scripts. The login screen requests the registry only while it is in use.
    ...(page.isMain && { Link: `<${registryUrl(storeUrl)}>; rel=preload; as=fetch; crossorigin` }),
  }
}
