import { resolve } from 'node:path'
import { isHost, localHosts } from '@canje/reference-backend/hosts'
import { isPostgresUrl } from '@canje/reference-backend/postgres-url'
import { isTrustProxy } from '@canje/reference-backend/trust-proxy'
import * as v from 'valibot'
import { repositoryOf } from '../project/project'
import { locations, parseSettings, port, settingsError, text, wholeNumber } from './locations'

const count = (fallback: number) => wholeNumber(fallback, 0, 999_999_999)

const url = (isValid: (value: string) => boolean, expectation: string) =>
  v.optional(v.pipe(v.string(), v.check(isValid, expectation)))

// An @ in the path is rejected too: it may follow a password with an unencoded `/`.
const service = url(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/[@?#]/.test(value),
  'an http or https URL, without credentials, query or fragment',
)

/** A text of several values. */
const list = (split: (value: string) => string[], isValid: (one: string) => boolean, expectation: string) =>
  v.pipe(
    v.string(),
    v.check((value) => split(value).every(isValid), expectation),
    v.transform(split),
  )

const wordsOf = (value: string) => value.split(/\s+/).filter((word) => word !== '')
const namesOf = (value: string) => value.split(',').flatMap((name) => name.trim() || [])
const partsOf = (value: string) => value.split(',').map((part) => part.trim())
const isOrigin = (value: string) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value

/** Capabilities of a service beyond the specification (D27, optional features). */
const FEATURES = ['idempotency', 'history', 'revoke']
const features = list(
  namesOf,
  (name) => FEATURES.includes(name),
  `names from ${FEATURES.join(', ')}, separated by commas`,
)
const hosts = list(
  partsOf,
  isHost,
  'host names or IP addresses without scheme, port, path or wildcard, IPv6 in brackets, separated by commas',
)

const Environment = v.object({
  ...locations,
  REMOTES_PORT: port(3001),
  SECURITY_PORT: port(4001),
  API_PORT: port(4002),
  SECURITY_URL: service,
  API_URL: service,
  FEATURES: v.optional(features, ''),
  /** Without it, the embedded database. */
  DATABASE_URL: url(isPostgresUrl, 'a postgres:// URL with special characters percent-encoded'),
  SEED_USERS: count(500),
  SEED_CODES: count(300),
  SEED_SCORES: count(1000),
  SEED_REFERRALS: count(400),
  ADMIN_USER: text('admin'),
  ADMIN_PASSWORD: text(''),
  AUDIT_DAYS: wholeNumber(400, 1, 36_500),
  /** The hosts that every server serves. */
  ALLOWED_HOSTS: v.optional(hosts),
  /** Origins whose builds can be previewed in the shell of `npm start`. */
  PREVIEW_ORIGINS: v.optional(list(wordsOf, isOrigin, 'http or https origins, separated by spaces'), ''),
  /** Where the shell of `npm start` reports failures of remotes; without it, in the console. */
  REPORT_URL: service,
  /** The proxies whose `X-Forwarded-For` is trusted; empty for none. */
  TRUST_PROXY: v.pipe(
    text(''),
    v.check(isTrustProxy, 'a number of proxies, or their IP addresses and networks, separated by commas'),
  ),
})
type Environment = v.InferOutput<typeof Environment>

/** Of the embedded database only (D30, first password). */
const DEFAULT_PASSWORD = 'demo-1234'

/** The validated settings of `npm start` and `npm run dev`, by variable. Of the two URLs of services, both are set or none. */
export type Settings = ReturnType<typeof readSettings>

/**
 * Reads the settings of the stack from the environment. An empty variable counts as unset. A relative DATA_DIR is
 * resolved from the repository's root.
 *
 * @param folder a folder of the repository
 * @throws CommandError naming every invalid setting in one line
 */
export function readSettings(environment: Record<string, string | undefined>, folder = process.cwd()) {
  const settings = parseSettings(Environment, environment)
  const { SECURITY_URL, API_URL, DATABASE_URL, ADMIN_PASSWORD } = settings
  if ((SECURITY_URL === undefined) !== (API_URL === undefined)) {
    const [set, missing] = SECURITY_URL ? ['SECURITY_URL', 'API_URL'] : ['API_URL', 'SECURITY_URL']
    throw settingsError([`${set} is set without ${missing}: set both for an external backend, or neither`])
  }
  return {
    ...settings,
    DATA_DIR: resolve(repositoryOf(folder), settings.DATA_DIR),
    ALLOWED_HOSTS: hostsOf(settings),
    ADMIN_PASSWORD: ADMIN_PASSWORD || (DATABASE_URL ? undefined : DEFAULT_PASSWORD),
  }
}

/** The ports that the stack listens on, by environment variable. */
export function portsOf(settings: Settings): Record<string, number> {
  const { PORT, REMOTES_PORT, SECURITY_PORT, API_PORT } = settings
  return settings.SECURITY_URL ? { PORT, REMOTES_PORT } : { PORT, REMOTES_PORT, SECURITY_PORT, API_PORT }
}

/** The product's own URLs have the host `localhost`. */
function hostsOf({ ALLOWED_HOSTS, SECURITY_URL, API_URL, REPORT_URL, PREVIEW_ORIGINS }: Environment): string[] {
  const urls = [SECURITY_URL, API_URL, REPORT_URL, ...PREVIEW_ORIGINS].flatMap((configured) => configured ?? [])
  const byDefault = [...localHosts, ...urls.map((configured) => new URL(configured).hostname)]
  return [...new Set(['localhost', ...(ALLOWED_HOSTS ?? byDefault)])]
}
