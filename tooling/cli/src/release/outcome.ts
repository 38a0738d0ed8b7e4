import type { Release } from '@canje/registry'
import type { Confirmation } from './checks/read-back'
import type { Finding } from './findings'

/** Result of a command, or the findings that kept it from changing anything. */
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

/** Creates the outcome of a command that changed nothing because of findings. */
export function refusal(findings: Finding[]): Outcome {
  return { result: {}, lines: [], findings }
}

/** A release that is stored, or would be. */
export interface Named {
  name: string
  release: Pick<Release, 'version' | 'build' | 'entry' | 'extensions'>
}

/** What a candidate needs to be opened (D45, candidate). */
interface Offer {
  /** Undefined in a dry run. */
  until: string | undefined
  links: string[]
}

/**
 * Creates the outcome of a command that stored a release.
 *
 * @param confirmation whether staff get it; undefined in a dry run
 * @param offer that of a candidate; any other release is live
 */
export function released(
  { name, release }: Named,
  notes: string[],
  confirmation?: Confirmation,
  offer?: Offer,
): Outcome {
  const { version, build, entry } = release
  const { confirmed } = confirmation ?? {}
  const end = confirmed === false ? UNCONFIRMED : ''
  const lines = offer
    ? offerLines(`${name} ${version}`, `${name}@${version}`, offer, end)
    : [`${name} ${version} is live: staff get it the next time they open the tab${end}.`]
  const result = { name, version, build, entry, live: !offer, ...(confirmation && { confirmed }), ...offer }
  return { result, lines, findings: [], notes: [...notes, ...(confirmation?.notes ?? [])] }
}

function offerLines(label: string, target: string, { until, links }: Offer, end: string): string[] {
  return [
    `${label} is a candidate${until ? ` until ${until}` : ''}: only a link opens it${end}.`,
    ...links.map((link) => `  ${link}`),
    `"npm run release -- promote ${target}" makes it live.`,
  ]
}

/** Ends the sentence of a change that no live shell has confirmed. */
export const UNCONFIRMED = ', once a shell responds with it, which none has confirmed'
