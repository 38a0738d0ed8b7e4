import { type Authority, type Candidate, isExpired, type ListedRemote, type RegisteredRemote } from '@canje/registry'
import type { Fault } from '@canje/shared-auth/fault'
import { listedByTab } from './menu'

/** What the newest state of a remote says, or the one that this browser has last accepted. */
export type RemoteState =
  /** There is neither. */
  | { status: 'failed'; fault: Fault }
  /** Without a remote, none of its releases is usable. */
  | {
      status: 'ready'
      remote: RegisteredRemote | undefined
      candidate?: Candidate | undefined
      withdrawn?: readonly string[]
    }

/** Why a candidate is not run; without a reason of its own, it never was one, or another one has replaced it. */
type Refusal = 'not-listed' | 'not-read' | 'live' | 'withdrawn' | 'expired' | 'other'

/** A build that replaces a remote's release in this browser tab only (docs/preview.md). */
type BuildPreview = {
  /** URL of the build's `release.json`. */
  url: string
  /** Start time, in milliseconds since the epoch. */
  since: number
} & ( // Nothing is fetched from its origin before a signed-in user confirms.
  | { status: 'unconfirmed' | 'loading' }
  | { status: 'on'; remote: RegisteredRemote; listed: ListedRemote }
  | { status: 'failed'; reason: string }
)

/** The same with a candidate (D45, candidate). Its hashes are signed, and it falls back to what is live. */
export type CandidatePreview = {
  /** The value of `?tab=`. */
  tab: string
  version: string
  /** Whether this session has agreed to run it. */
  isConfirmed: boolean
} & ( // The remote is not known yet; a confirmed candidate keeps the tabs waiting.
  | { status: 'waiting' | 'loading' }
  | { status: 'unconfirmed'; listed: ListedRemote; candidate: Candidate }
  | { status: 'on'; listed: ListedRemote; remote: RegisteredRemote }
  // With the candidate that the remote has now.
  | { status: 'failed'; refusal: Refusal; listed?: ListedRemote; candidate?: Candidate | undefined }
)

/** What replaces a remote's release in this browser tab only. */
export type Preview = { status: 'off' } | BuildPreview | CandidatePreview

type Known = { authority: Authority; states: Readonly<Record<string, RemoteState>> }

/** The preview of a candidate once a page knows more of its remote, or time has passed; any other one stays. */
export function previewAfter(preview: Preview, { authority, states }: Known): Preview {
  if (preview.status === 'off' || 'url' in preview) return preview
  const { tab, version, isConfirmed } = preview
  const source = { tab, version, isConfirmed }
  // One that returns is asked for again.
  const refused = { ...source, isConfirmed: false, status: 'failed' as const }
  const listed = listedByTab(authority.remotes, tab)
  if (!listed) return { ...refused, refusal: 'not-listed' }
  const state = states[listed.name]
  // Its state is verified again after a change of keys.
  if (!state) return preview.status === 'on' ? preview : { ...source, status: isConfirmed ? 'loading' : 'waiting' }
  if (state.status === 'failed') return { ...refused, refusal: 'not-read', listed }
  const { remote, candidate, withdrawn = [] } = state
  const refuse = (refusal: Refusal) => ({ ...refused, refusal, listed, candidate })
  if (withdrawn.includes(version)) return refuse('withdrawn')
  if (remote?.live.version === version) return refuse('live')
  if (candidate?.release.version !== version) return refuse('other')
  if (isExpired(candidate)) return refuse('expired')
  if (!isConfirmed) return { ...source, status: 'unconfirmed', listed, candidate }
  const previous = remote ? [remote.live, ...remote.previous] : []
  return { ...source, status: 'on', listed, remote: { name: listed.name, live: candidate.release, previous } }
}

/** The remote whose candidate this page runs, as its live release. */
export function runningCandidate({ preview }: { preview: Preview }): RegisteredRemote | undefined {
  return preview.status === 'on' && !('url' in preview) ? preview.remote : undefined
}
