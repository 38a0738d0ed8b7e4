import type { PublishedRelease } from 'registry/store'
import type { Finding } from './findings'

/** What a command did, or found that kept it from doing it. */
export interface Outcome {
  /** For pipelines: what is so now, or would be after a dry run. */
  result: object
  /** The same for people, a line each. */
  lines: string[]
  /** When there are any, nothing was changed. */
  findings: Finding[]
}

/** The outcome of a command that refused. */
export function refusal(findings: Finding[]): Outcome {
  return { result: {}, lines: [], findings }
}

/** The outcome of a command that put a release where staff, or a later promotion, find it. */
export function released({ name, release }: PublishedRelease, live: boolean): Outcome {
  const { version, build, entry } = release
  const line = live
    ? `${name} ${version} is live: staff get it the next time they open the tab.`
    : `${name} ${version} is in the store: "npm run release -- promote ${name}@${version}" makes it live.`
  return { result: { name, version, build, entry, live }, lines: [line], findings: [] }
}
