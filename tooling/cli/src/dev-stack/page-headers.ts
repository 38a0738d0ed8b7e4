import { type ShellConfig, stateUrl } from '@canje/registry'
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
 */
export function pageHeaders(config: ShellConfig, page: Page): Record<string, string> {
  const { reportUrl, previewOrigins = [] } = config
  // A preview is loaded by its URL, without hashes.
  const integrityPolicy = previewOrigins.length > 0 ? 'Integrity-Policy-Report-Only' : 'Integrity-Policy'
  return {
    'Content-Security-Policy': pagePolicy(config, page),
    // Scripts without a hash do not run: a remote of another bundler may load its chunks without one.
    [integrityPolicy]: `blocked-destinations=(script)${reportUrl ? `, endpoints=(${REPORTS})` : ''}`,
    'Permissions-Policy': FORBIDDEN.map((feature) => `${feature}=()`).join(', '),
    ...(reportUrl && { 'Reporting-Endpoints': `${REPORTS}="${reportUrl}"` }),
  }
}

/**
 * The `Link` header of `/main` by the value of `?tab=`: the state of that tab is fetched in parallel with the scripts. Without
 * a value, the first tab opens.
 */
export function tabLinks({ storeUrl, authority }: ShellConfig): Map<string, string> {
  const links = authority.remotes.map(
    ({ name, tab }) => [tab.id, `<${stateUrl(storeUrl, name)}>; rel=preload; as=fetch; crossorigin`] as const,
  )
  return new Map([...links.slice(0, 1).map(([, link]) => ['', link] as const), ...links])
}
