import type { TelemetryEvent, Thrown } from './event'
import { errorTypeOf, mask } from './mask'
import { postLog } from './otlp'
import { framesOf } from './stack'
import { textOf } from './thrown-errors'

/** Replaced by the bundler: version and build of the shell. */
declare const SHELL_VERSION: string
declare const SHELL_BUILD: string

/** A release whose code may run in the page, or the shell. */
interface Service {
  name: string
  version: string
  build: string
  /** The URL that its scripts begin with. */
  folder: string
  /** The URL of its entry, and the paths of its files. */
  files: string[]
}

/** What the events say about the page. */
export interface Page {
  /** The mounted builds, by remote. */
  builds(): Record<string, string>
  /** The releases whose code may run in the page. */
  releases(): Service[]
  serviceUrls: readonly string[]
  /** Id of the tab in front, if there is one. */
  tab(): string | undefined
}

/** Characters of a long text, so that browsers deliver ten errors after a page was left. */
const MAX_TEXT = 3000

/**
 * Sends an event to the operator's collector, of the release that it names, or else of the one in the stack. An error whose
 * stack is all of others, such as an extension of the browser, is not sent.
 *
 * @param url receives OTLP/HTTP log records in JSON
 * @throws Error when it is not delivered
 */
export async function send(url: string, page: Page, event: TelemetryEvent, thrown?: Thrown): Promise<void> {
  const { type: eventName, remote = '', from, slot, to, name, rule, keyId, reason } = event
  const shell = { name: 'shell', version: SHELL_VERSION, build: SHELL_BUILD, folder: `${location.origin}/` }
  const releases = page.releases()
  const services = [...releases, shell]
  /** What messages may name. */
  const names = [...page.serviceUrls, ...releases.flatMap(({ name, version, files }) => [name, version, ...files])]
  const ownerOf = (frame: string) => services.find(({ folder }) => frame.includes(folder))
  // V8 repeats the message, whose lines are no frames.
  const stack = textOf(thrown?.error, 'stack').replace(`${textOf(thrown?.error, 'message')}\n`, '\n')
  const frames = framesOf(stack || (thrown?.place ?? ''))
  const own = frames.filter(ownerOf)
  if (!from && frames.length > 0 && own.length === 0) return
  // The shell's React and PrimeReact call and are called by all remotes.
  const innermost = own.map(ownerOf).find((service) => service !== shell)
  const service = from ? { name: remote, ...from } : (innermost ?? shell)
  const error = thrown && exceptionOf(thrown, own, names)
  await postLog(
    url,
    { 'service.name': service.name, 'service.version': service.version, 'canje.build': service.build },
    {
      eventName,
      severityNumber: thrown ? 17 : 13,
      body: error?.['exception.message'] ?? (from ? mask(reason, names) : reason.slice(0, MAX_TEXT)),
      attributes: {
        ...error,
        'canje.slot': slot,
        'canje.fallback.version': to?.version,
        'canje.fallback.build': to?.build,
        'canje.remote': name,
        'canje.rule': rule,
        'canje.key': keyId,
        'canje.tab': page.tab(),
        'canje.shell': SHELL_BUILD,
        'canje.mounted': Object.entries(page.builds()).map((mounted) => mounted.join('@')),
        'user_agent.original': navigator.userAgent,
      },
    },
  )
}

function exceptionOf({ error, componentStack = '' }: Thrown, frames: string[], names: string[]) {
  const type = errorTypeOf(error)
  const message = mask(textOf(error, 'message'), names)
  return {
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': [`${type}: ${message}`, ...frames].join('\n').slice(0, MAX_TEXT),
    'canje.component_stack': framesOf(componentStack).join('\n').slice(0, MAX_TEXT),
  }
}
