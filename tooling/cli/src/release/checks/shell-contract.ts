import { unmetRequirements } from '@canje/registry'
import type * as contract from '@canje/shared-auth'
import type { TabDraft, TabExtensions, TabProps, TabReceipts, TabView } from '@canje/shared-auth'
import type { Finding } from '../findings'
import type { Provided } from './provided'

/** The exports of `shared-auth`, with the version of the contract that added each. */
const EXPORTS: Record<keyof typeof contract, string> = {
  apiClient: '1.0.0',
  EnvelopeError: '1.0.0',
  guardSession: '1.0.0',
  isLoggedIn: '1.0.0',
  isTabModule: '1.0.0',
  useSession: '1.0.0',
  sessionValue: '1.0.0',
  isExtensionModule: '1.0.0',
}

type Nested = 'view' | 'draft' | 'receipts' | 'extensions'
type PropPath =
  | Exclude<keyof TabProps, Nested>
  | `view.${keyof TabView}`
  | `draft.${keyof TabDraft}`
  | `receipts.${Exclude<keyof TabReceipts, 'current'>}` // Which may be anything.
  | `extensions.${keyof TabExtensions}`

/** What the shells of a version of the contract, and of later ones, pass to a tab. */
const PROPS: Record<PropPath, { since: string; kinds: string[] }> = {
  notify: { since: '1.0.0', kinds: ['function'] },
  features: { since: '1.0.0', kinds: ['array'] },
  'view.isActive': { since: '1.0.0', kinds: ['boolean'] },
  'view.params': { since: '1.0.0', kinds: ['string'] },
  'view.opening': { since: '1.0.0', kinds: ['number'] },
  'view.onChange': { since: '1.0.0', kinds: ['function'] },
  'view.push': { since: '1.0.0', kinds: ['function'] },
  'draft.current': { since: '1.0.0', kinds: ['object', 'null'] },
  'draft.onChange': { since: '1.0.0', kinds: ['function'] },
  'receipts.onChange': { since: '1.0.0', kinds: ['function'] },
  'extensions.has': { since: '1.0.0', kinds: ['function'] },
  'extensions.Extension': { since: '1.0.0', kinds: ['function'] },
  openDiagnosis: { since: '1.0.0', kinds: ['function'] },
  overlays: { since: '1.0.0', kinds: ['object'] },
}

/** The paths of all props of tabs. */
export const PROP_PATHS = Object.keys(PROPS)

/** Compares what a shell gives to tabs with the version of the contract that it states. @returns a finding, or none */
export function contractFindings(
  label: string,
  provides: Record<string, string>,
  { modules, props }: Provided,
): Finding[] {
  const has = (since: string) => unmetRequirements({ 'shared-auth': `^${since}` }, provides).length === 0
  const missing = Object.entries(EXPORTS).filter(
    ([name, since]) => has(since) && !modules['shared-auth']?.includes(name),
  )
  const wrong = Object.entries(PROPS).filter(
    ([path, { since, kinds }]) => has(since) && !kinds.includes(props[path] ?? 'undefined'),
  )
  const faults = [
    ...missing.map(([name]) => `${name} is missing`),
    ...wrong.map(([path, { kinds }]) => `the prop ${path} is ${props[path]}, not ${kinds.join(' or ')}`),
  ]
  if (faults.length === 0) return []
  const message = `The shell at ${label} provides shared-auth ${provides['shared-auth']}, but not all that this version has: ${faults.join('; ')}.`
  const fix = 'Correct this shell, or release it with a new major version of shared-auth (docs/contract.md).'
  return [{ code: 'contract-broken', message, fix }]
}
