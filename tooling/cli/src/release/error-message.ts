import { excerpt } from '@canje/registry'

const MAX_CHARACTERS = 1000
/** What a person can do about errors of the system. */
const ADVICE: Record<string, string> = {
  EACCES: 'access is denied: correct the owner and the permissions',
  EDQUOT: 'the quota of the disk is used up: make room',
  ENAMETOOLONG: 'a path is too long: choose a shorter one',
  ENOSPC: 'the disk is full: make room',
  EPERM: 'access is denied: correct the owner and the permissions',
  ERR_MODULE_NOT_FOUND: 'a package is missing: install @canje/cli with its optional dependencies',
  EROFS: 'the file system is read-only: mount it for writing',
}

/** Describes an unexpected failure of a command in one line. */
export function errorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const advice = error instanceof Error && 'code' in error ? ADVICE[String(error.code)] : undefined
  return excerpt(advice ? `${advice}, and run it again. ${message}` : message, MAX_CHARACTERS)
}
