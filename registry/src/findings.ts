import * as v from 'valibot'

const MAX_CHARACTERS = 300
const MAX_FINDINGS = 10

/** What is wrong with one remote. */
export interface Finding {
  /** The remote; empty for what has no valid name. */
  name: string
  /** Sentences without the last full stop. */
  reason: string
}

/**
 * Quotes foreign text in a message: one line, without invisible characters or direction marks, and shortened.
 *
 * @param max characters
 */
export function excerpt(text: string, max = MAX_CHARACTERS): string {
  const line = text.slice(0, max).replace(/[\p{C}\p{Z}]+/gu, ' ')
  return text.length > max ? `${line}…` : line
}

/** Describes the first issues of a validation, such as `mf-codes.live.version: must be one path segment`. */
export function findingsOf(place: string, issues: readonly v.BaseIssue<unknown>[]): string[] {
  return issues.slice(0, MAX_FINDINGS).map((issue) => {
    const path = [place, v.getDotPath(issue)].filter(Boolean).join('.')
    return excerpt(`${path || 'root'}: ${issue.message}`)
  })
}
