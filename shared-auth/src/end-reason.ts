import type { Fault } from './fault'

/** Why a session ended without a press of 'Cerrar sesión' in this window. */
export type EndReason = Fault | { kind: 'expired' | 'signed-out-elsewhere' }

const KINDS: readonly unknown[] = [
  'expired',
  'signed-out-elsewhere',
  'unauthorized',
  'no-response',
  'sign-in-page',
  'unreadable',
  'cancelled',
  'other',
  'refused',
] satisfies EndReason['kind'][]
const KINDS_WITH_WAIT: readonly unknown[] = ['busy', 'failed', 'running'] satisfies EndReason['kind'][]

/** Checks a reason that another document has left. */
export function isEndReason(value: unknown): value is EndReason {
  const { kind, status, retryAfterSeconds }: Record<string, unknown> = Object(value)
  if (typeof status !== 'number' && (status !== undefined || kind === 'failed')) return false
  if (KINDS_WITH_WAIT.includes(kind)) return retryAfterSeconds === null || typeof retryAfterSeconds === 'number'
  return KINDS.includes(kind)
}
