import { StoreError, type StoreFault } from '@canje/release-store'
import pLimit from 'p-limit'
import { errorMessage } from './error-message'
import type { Finding } from './findings'

/** The finding of each fault, which has its exit code. */
export const CODE_OF: Record<StoreFault, Finding['code']> = {
  unreachable: 'store-unreachable',
  refused: 'key-not-trusted',
  'not-found': 'remote-unknown',
  damaged: 'store-damaged',
}
/** Remotes at a time. */
const CONCURRENCY = 8
const FIX = 'Correct it, and run the command again. What is done stays.'

/**
 * Does something with each remote of a store. What the store does not allow for one, or has damaged of it, is a finding, and
 * keeps nobody from the others.
 *
 * @throws what is no StoreError
 */
export async function eachRemote<T>(
  names: Iterable<string>,
  action: (name: string) => Promise<T>,
): Promise<{ value: T[]; findings: Finding[] }> {
  const results = await pLimit(CONCURRENCY).map(names, (name) =>
    action(name).then(
      (value) => ({ value: [value], findings: [] }),
      (error: unknown) => ({ value: [], findings: [findingOf(name, error)] }),
    ),
  )
  return {
    value: results.flatMap(({ value }) => value),
    findings: results.flatMap(({ findings }) => findings),
  }
}

function findingOf(name: string, error: unknown): Finding {
  if (!(error instanceof StoreError)) throw error
  return { code: CODE_OF[error.fault], message: `${name}: ${errorMessage(error)}`, fix: FIX }
}
