/** How `npm run release` ends. Pipelines rely on these numbers: docs/release.md explains them. */
export const EXIT_CODE = {
  done: 0,
  /** Something nobody foresaw; standard error says what. */
  failed: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** The release is not fit to be used. */
  refused: 3,
  /** The release could not be checked: a shell, the key, the registry or Chromium is not as it must be. */
  unchecked: 4,
  /** There is no such remote, version or previous release. */
  unknown: 5,
  /** The store does not hold what its registry says. */
  damaged: 6,
} as const

const CODES = {
  'version-exists': EXIT_CODE.refused,
  'build-failed': EXIT_CODE.refused,
  'tests-failed': EXIT_CODE.refused,
  'tab-missing': EXIT_CODE.refused,
  'over-budget': EXIT_CODE.refused,
  'not-a-tab': EXIT_CODE.refused,
  'tab-taken': EXIT_CODE.refused,
  'requirement-unmet': EXIT_CODE.refused,
  'render-failed': EXIT_CODE.refused,
  'shell-unreachable': EXIT_CODE.unchecked,
  'key-unusable': EXIT_CODE.unchecked,
  'key-not-trusted': EXIT_CODE.unchecked,
  'registry-elsewhere': EXIT_CODE.unchecked,
  'registry-unusable': EXIT_CODE.unchecked,
  'chromium-missing': EXIT_CODE.unchecked,
  'remote-unknown': EXIT_CODE.unknown,
  'version-unknown': EXIT_CODE.unknown,
  'no-previous': EXIT_CODE.unknown,
  'store-damaged': EXIT_CODE.damaged,
} as const

/** Why a command did not do what it was asked for. */
export interface Finding {
  code: keyof typeof CODES
  /** What is wrong, and with what. */
  message: string
  /** What to do about it. */
  fix: string
}

/** What a check brought to light, and whatever it learned on the way. */
export interface Checked<T> {
  /** Undefined when the findings kept it from being known. */
  value?: T
  findings: Finding[]
}

/** The first reason in the order of {@link EXIT_CODE}: a release that is not fit comes before one that could not be checked. */
export function exitCodeOf(findings: Finding[]): number {
  return findings.length === 0 ? EXIT_CODE.done : Math.min(...findings.map(({ code }) => CODES[code]))
}
