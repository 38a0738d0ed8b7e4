import { excerpt } from '@canje/registry'

const MAX_CHARACTERS = 1000
const MISSING = 'a package is missing: install @canje/cli with its optional dependencies, and run it again.'

/** Describes an unexpected failure of a command in one line. */
export function errorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return excerpt(isMissing ? `${MISSING} ${message}` : message, MAX_CHARACTERS)
}
