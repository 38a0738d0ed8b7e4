import { resolve } from 'node:path'
import type { BackendOptions } from '@canje/reference-backend'
import { isHost, localHosts } from '@canje/reference-backend/hosts'
import { isPostgresUrl } from '@canje/reference-backend/postgres-url'
import { isTrustProxy } from '@canje/reference-backend/trust-proxy'
import * as v from 'valibot'
import { repositoryOf } from '../project/project'
import { locations, parseSettings, port, settingsError, wholeNumber } from './locations'

const text = (fallback: string) => v.optional(v.string(), fallback)

const count = (fallback: number) => wholeNumber(fallback, 0, 999_999_999)

const url = (isValid: (value: string) => boolean, expectation: string) =>
  v.optional(v.pipe(v.string(), v.check(isValid, expectation)))

// An @ in the path is rejected too: it may follow a password with an unencoded `/`.
const service = url(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/[@?#]/.test(value),
  'an http or https URL, without credentials, query or fragment',
)

const wordsOf = (value: string) => value.split(/\s+/).filter((word) => word !== '')
const isOrigin = (value: string) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value

const origins = v.pipe(
  text(''),
  v.check((value) => wordsOf(value).every(isOrigin), 'http or https origins, separated by spaces'),
  v.transform(wordsOf),
)

/** Capabilities of a service beyond the specification (D27, optional features). */
const FEATURES = ['idempotency', 'history', 'revoke']
const namesOf = (value: string) => value.split(',').flatMap((name) => name.trim() || [])

const features = v.pipe(
  text(''),
  v.check(
    (value) => namesOf(value).every((name) => FEATURES.includes(name)),
    `names from ${FEATURES.join(', ')}, separated by commas`,
  ),
  v.transform(namesOf),
)

const partsOf = (value: string) => value.split(',').map((part) => part.trim())

const hosts = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (value) => partsOf(value).every(isHost),
      'host names or IP addresses without scheme, port, path or wildcard, IPv6 in brackets, separated by commas',
    ),
    v.transform(partsOf),
  ),
)

const Environment = v.object({
  ...locations,
  REMOTES_PORT: port(3001),
  SECURITY_PORT: port(4001),
  API_PORT: port(4002),
  SECURITY_URL: service,
  API_URL: service,
  FEATURES: features,
  DATABASE_URL: url(isPostgresUrl, 'a postgres:// URL with special characters percent-encoded'),
  SEED_USERS: count(500),
  SEED_CODES: count(300),
  SEED_SCORES: count(1000),
  SEED_REFERRALS: count(400),
  ADMIN_USER: text('admin'),
  ADMIN_PASSWORD: text(''),
  AUDIT_DAYS: wholeNumber(400, 1, 36_500),
  ALLOWED_HOSTS: hosts,
  PREVIEW_ORIGINS: origins,
  REPORT_URL: service,
  TRUST_PROXY: v.pipe(
    text(''),
    v.check(isTrustProxy, 'a number of proxies, or their IP addresses and networks, separated by commas'),
  ),
})
type Environment = v.InferOutput<typeof Environment>

/** The validated settings of `npm start` and `npm run dev`. */
export interface Settings {
  port: number
  remotesPort: number
  backend: ReferenceBackendSettings | ExternalBackendSettings
  /** Absolute path. */
  dataDirectory: string
  /** The hosts that every server serves. */
  allowedHosts: string[]
  /** Origins whose builds can be previewed in the shell of `npm start`. */
  previewOrigins: string[]
  /** The URL that the shell of `npm start` reports failures of remotes to; undefined means the console. */
  reportUrl: string | undefined
}

type BackendSettings = Required<Pick<BackendOptions, 'securityPort' | 'apiPort' | 'seed' | 'admin' | 'auditDays'>>

export interface ReferenceBackendSettings extends BackendSettings {
  kind: 'reference'
  /** Undefined means the embedded database. */
  databaseUrl: string | undefined
  /** The proxies whose `X-Forwarded-For` is trusted; empty for none. */
  trustProxy: string
}

/** A backend that runs elsewhere. */
interface ExternalBackendSettings {
  kind: 'external'
  securityUrl: string
  apiUrl: string
  /** Capabilities beyond the specification, such as `idempotency` (D27, optional features). */
  features: string[]
}

/**
 * Reads the settings of the stack from the environment. An empty variable counts as unset. A relative DATA_DIR is
 * resolved from the repository's root.
 *
 * @param folder a folder of the repository
 * @throws CommandError naming every invalid setting in one line
 */
export function readSettings(environment: Record<string, string | undefined>, folder = process.cwd()): Settings {
  const settings = parseSettings(Environment, environment)
  const { SECURITY_URL, API_URL } = settings
  if ((SECURITY_URL === undefined) !== (API_URL === undefined)) {
    const [set, missing] = SECURITY_URL ? ['SECURITY_URL', 'API_URL'] : ['API_URL', 'SECURITY_URL']
    throw settingsError([`${set} is set without ${missing}: set both for an external backend, or neither`])
  }
  return {
    port: settings.PORT,
    remotesPort: settings.REMOTES_PORT,
    backend: backendOf(settings),
    dataDirectory: resolve(repositoryOf(folder), settings.DATA_DIR),
    allowedHosts: hostsOf(settings),
    previewOrigins: settings.PREVIEW_ORIGINS,
    reportUrl: settings.REPORT_URL,
  }
}

/** The ports that the stack listens on, by environment variable. */
export function portsOf({ port, remotesPort, backend }: Settings): Record<string, number> {
  const served = { PORT: port, REMOTES_PORT: remotesPort }
  return backend.kind === 'external'
    ? served
    : { ...served, SECURITY_PORT: backend.securityPort, API_PORT: backend.apiPort }
}

/** The product's own URLs have the host `localhost`. */
function hostsOf({ ALLOWED_HOSTS, SECURITY_URL, API_URL, REPORT_URL, PREVIEW_ORIGINS }: Environment): string[] {
  const urls = [SECURITY_URL, API_URL, REPORT_URL, ...PREVIEW_ORIGINS].flatMap((configured) => configured ?? [])
  const byDefault = [...localHosts, ...urls.map((configured) => new URL(configured).hostname)]
  return [...new Set(['localhost', ...(ALLOWED_HOSTS ?? byDefault)])]
}

/** Of the embedded database only (D30, first password). */
const DEFAULT_PASSWORD = 'demo-1234'

function backendOf(environment: Environment): Settings['backend'] {
  const { SECURITY_URL, API_URL, FEATURES } = environment
  if (SECURITY_URL && API_URL)
    return { kind: 'external', securityUrl: SECURITY_URL, apiUrl: API_URL, features: FEATURES }
  return {
    kind: 'reference',
    securityPort: environment.SECURITY_PORT,
    apiPort: environment.API_PORT,
    databaseUrl: environment.DATABASE_URL,
    seed: {
      users: environment.SEED_USERS,
      codes: environment.SEED_CODES,
      scores: environment.SEED_SCORES,
      referrals: environment.SEED_REFERRALS,
    },
    admin: {
      user: environment.ADMIN_USER,
      password: environment.ADMIN_PASSWORD || (environment.DATABASE_URL ? undefined : DEFAULT_PASSWORD),
    },
    auditDays: environment.AUDIT_DAYS,
    trustProxy: environment.TRUST_PROXY,
  }
}
