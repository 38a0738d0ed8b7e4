/** Exit codes of `npm run release`, a public contract with pipelines (docs/releases.md). */
export const EXIT_CODE = {
  done: 0,
  /** Unexpected failure; standard error has the message. */
  failed: 1,
  /** The command line or a setting is invalid. */
  usage: 2,
  /** The release failed a check. */
  refused: 3,
  /** The release could not be checked: a shell, the key, the store or Chromium is unusable or out of reach. */
  unchecked: 4,
  /** The remote, version or previous release does not exist. */
  unknown: 5,
  /** The store, or a packed file, holds what nobody may have written. */
  damaged: 6,
} as const

/** The exit code of each finding, in docs/releases.md too. */
export const CODES = {
  'version-exists': EXIT_CODE.refused,
  'version-withdrawn': EXIT_CODE.refused,
  'build-failed': EXIT_CODE.refused,
  'types-failed': EXIT_CODE.refused,
  'tests-failed': EXIT_CODE.refused,
  'stubs-invalid': EXIT_CODE.refused,
  'chunk-unverified': EXIT_CODE.refused,
  'tab-missing': EXIT_CODE.refused,
  'over-budget': EXIT_CODE.refused,
  'not-listed': EXIT_CODE.refused,
  'connect-not-granted': EXIT_CODE.refused,
  'settings-invalid': EXIT_CODE.refused,
  'requirement-unmet': EXIT_CODE.refused,
  'render-failed': EXIT_CODE.refused,
  'not-accessible': EXIT_CODE.refused,
  'styles-leaked': EXIT_CODE.refused,
  'page-changed': EXIT_CODE.refused,
  'page-interrupted': EXIT_CODE.refused,
  'error-unhandled': EXIT_CODE.refused,
  'built-in-changed': EXIT_CODE.refused,
  'global-left': EXIT_CODE.refused,
  'listener-left': EXIT_CODE.refused,
  'still-running': EXIT_CODE.refused,
  'storage-left': EXIT_CODE.refused,
  'export-missing': EXIT_CODE.refused,
  'key-not-trusted': EXIT_CODE.refused,
  'store-elsewhere': EXIT_CODE.refused,
  'shell-unreachable': EXIT_CODE.unchecked,
  'store-unreachable': EXIT_CODE.unchecked,
  'key-unusable': EXIT_CODE.unchecked,
  'chromium-missing': EXIT_CODE.unchecked,
  'report-expired': EXIT_CODE.unchecked,
  'report-shells': EXIT_CODE.unchecked,
  'remote-unknown': EXIT_CODE.unknown,
  'version-unknown': EXIT_CODE.unknown,
  'no-previous': EXIT_CODE.unknown,
  'store-damaged': EXIT_CODE.damaged,
  'packed-invalid': EXIT_CODE.damaged,
  'key-exposed': EXIT_CODE.usage,
  'key-missing': EXIT_CODE.usage,
  'key-exists': EXIT_CODE.usage,
} as const

/** A reason why a command changed nothing. */
export interface Finding {
  code: keyof typeof CODES
  /** The problem, and the affected object. */
  message: string
  /** Advice. */
  fix: string
}

/** A finding that is no reason to refuse. */
export function asNote({ message, fix }: Finding): string {
  return `${message.replace(/\.?$/, '.')} ${fix}`
}

/** Findings of a check, with the value that it read. */
export interface CheckResult<T> {
  /** Undefined if the check could not read it. */
  value?: T
  findings: Finding[]
}

/** Ends a command that changes nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly findings: Finding[],
    readonly notes: string[] = [],
  ) {
    super(findings.map(({ message }) => message).join('\n'))
  }
}

/** @throws Refusal if there are findings */
export function refuseIfAny(findings: Finding[], notes: string[] = []): void {
  if (findings.length > 0) throw new Refusal(findings, notes)
}

/** What a check returns, or the findings of its {@link Refusal}, for a command that has other checks to make. */
export async function attempt<T>(check: Promise<T>): Promise<CheckResult<T>> {
  try {
    return { value: await check, findings: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { findings: error.findings }
  }
}

/** @returns the smallest exit code of the findings, so that a failed check outranks an impossible one */
export function exitCodeOf(findings: Finding[]): number {
  return findings.length === 0 ? EXIT_CODE.done : Math.min(...findings.map(({ code }) => CODES[code]))
}
