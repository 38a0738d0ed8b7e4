import type { Operation } from '@canje/reference-backend/openapi'
import { TRUSTED_CERTIFICATE } from '../project/certificate'

/** Exit codes of `canje check-services`, a public contract with pipelines (docs/operations.md). */
export const EXIT_CODE = {
  /** The tabs work with the services. */
  done: 0,
  /** Unexpected failure; standard error has the message. */
  failed: 1,
  /** The command line or the password is unusable. */
  usage: 2,
  /** The services differ from what the tabs expect. */
  different: 3,
  /** A service does not respond. */
  noResponse: 4,
  /** The certificate of a service is not trusted. */
  untrusted: 5,
  /** A response does not end. */
  endless: 6,
  /** A service responds with 429. */
  busy: 7,
} as const

/** A difference of a service from what the tabs expect. */
export interface Finding {
  code: string
  /** Method and path. */
  endpoint: string
  /** Number of the decision (docs/decisions.md). */
  decision: string
  message: string
  /** What the service sends or does instead. */
  fix: string
}

/** Creates a finding about a request; by default it cites the decision behind that. */
export function finding(
  { method, path, decision }: Operation,
  code: string,
  message: string,
  fix: string,
  decisionOfField = decision,
): Finding {
  return { code, endpoint: `${method} ${path}`, decision: decisionOfField, message, fix }
}

/** A finding in one line. */
export function lineOf({ endpoint, decision, message, fix }: Finding): string {
  return `✗ ${endpoint}, ${decision}: ${message} → ${fix}`
}

/** A finding after which a check cannot continue. */
export class CheckFailure extends Error {
  constructor(readonly finding: Finding) {
    super(finding.message)
  }
}

/** @throws CheckFailure */
export function fail(...parts: Parameters<typeof finding>): never {
  throw new CheckFailure(finding(...parts))
}

const REMEDY = {
  noResponse: 'Start the service, and check the URL, its port and the proxy before it.',
  untrusted: TRUSTED_CERTIFICATE,
  endless: 'End every response: close its body, or send Content-Length. For a slow service, set --timeout.',
  busy: 'Run the command again after that time, or raise the limit for this account and address.',
}

/** Nothing can be checked. The message is one line with the remedy. */
export class ServiceFailure extends Error {
  readonly exitCode: number

  constructor(kind: keyof typeof REMEDY, url: string, problem: string) {
    super(`${url}: ${problem}. → ${REMEDY[kind]}`)
    this.exitCode = EXIT_CODE[kind]
  }
}
