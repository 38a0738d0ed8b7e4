import type { Release, ReleaseManifest } from '@canje/registry'
import type { Confirmation } from './checks/read-back'
import type { Finding } from './findings'

/** Result of a command. */
export interface Outcome {
  /** State after the command, or after a dry run the state it would have set; the JSON output for pipelines. */
  result: object
  /** The same as plain text. */
  lines: string[]
  /** If there are any, nothing was changed but what `lines` name. */
  findings: Finding[]
  /** What staff or the team should know, without being a reason to refuse. */
  notes?: string[]
}

/** A release that is stored, or would be. */
export interface Named {
  name: string
  release: Pick<Release, 'version' | 'build' | 'entry' | 'extensions'> & Pick<ReleaseManifest, 'proposedTab'>
}

/**
 * Creates the outcome of a command that stored a release.
 *
 * @param confirmation whether staff get it; undefined in a dry run
 * @param offer end (none in a dry run) and links of a candidate (D45, candidate); any other release is live
 */
export function released(
  { name, release }: Named,
  notes: string[],
  confirmation?: Confirmation,
  offer?: { until: string | undefined; links: string[] },
): Outcome {
  const { version, build, entry } = release
  const { confirmed } = confirmation ?? {}
  const end = confirmed === false ? UNCONFIRMED : ''
  const lines = offer
    ? [
        `${name} ${version} is a candidate${offer.until ? ` until ${offer.until}` : ''}: only a link opens it${end}.`,
        ...offer.links.map((link) => `  ${link}`),
      ]
    : [`${name} ${version} is live: staff get it the next time they open the tab${end}.`]
  const result = { name, version, build, entry, live: !offer, ...(confirmation && { confirmed }), ...offer }
  return { result, lines, findings: [], notes: [...notes, ...(confirmation?.notes ?? [])] }
}

/** Ends the sentence of a change that no live shell has confirmed. */
export const UNCONFIRMED = ', once a shell responds with it, which none has confirmed'
