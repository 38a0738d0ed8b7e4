import { MAIN } from '../../return-path'
import { SHELL } from '../../shell-build'
import { listedOfPath } from '../page'
import { mountedBuilds, type RemotesStore, releasesInPage } from '../store'
import type { TelemetryEvent, Thrown } from './event'
import { errorTypeOf, mask } from './mask'
import { postLog } from './otlp'
import { framesOf } from './stack'
import { textOf } from './thrown-errors'

/** Characters of a long text, so that browsers deliver ten errors after a page was left. */
const MAX_TEXT = 3000

/**
 * Sends an event to the operator's collector, of the release that it names, or else of the one in the stack. An error whose
 * stack is all of others, such as an extension of the browser, is not sent.
 *
 * @param url receives OTLP/HTTP log records in JSON
 * @param serviceUrls URLs of the services, whose hosts messages may name
 * @throws Error when it is not delivered
 */
export async function send(
  url: string,
  store: RemotesStore,
  serviceUrls: readonly string[],
  event: TelemetryEvent,
  thrown?: Thrown,
): Promise<void> {
  const { type: eventName, remote, from, slot, to, rule, keyId, reason } = event
  const shell = { name: 'shell', release: { ...SHELL, entry: `${location.origin}/` } }
  const releases = releasesInPage(store.getState())
  /** What messages may name. */
  const names = [
    ...serviceUrls,
    ...releases.flatMap(({ name, release: { version, entry, integrity } }) => [
      name,
      version,
      entry,
      ...Object.keys(integrity),
    ]),
  ]
  const ownerOf = (frame: string) =>
    [...releases, shell].find(({ release }) => frame.includes(new URL('.', release.entry).href))
  // V8 repeats the message, whose lines are no frames.
  const stack = textOf(thrown?.error, 'stack').replace(`${textOf(thrown?.error, 'message')}\n`, '\n')
  const frames = framesOf(stack || (thrown?.place ?? ''))
  const own = frames.filter(ownerOf)
  if (!from && frames.length > 0 && own.length === 0) return
  // The shell's React and PrimeReact call and are called by all remotes.
  const innermost = own.map(ownerOf).find((service) => service !== shell)
  const { name, release } = from ? { name: remote, release: from } : (innermost ?? shell)
  const error = thrown && exceptionOf(thrown, own, names)
  await postLog(
    url,
    { 'service.name': name, 'service.version': release.version, 'canje.build': release.build },
    {
      eventName,
      severityNumber: thrown ? 17 : 13,
      body: error?.['exception.message'] ?? (from ? mask(reason, names) : reason.slice(0, MAX_TEXT)),
      attributes: {
        ...error,
        'canje.slot': slot,
        'canje.fallback.version': to?.version,
        'canje.fallback.build': to?.build,
        'canje.remote': from ? undefined : remote,
        'canje.rule': rule,
        'canje.key': keyId,
        'canje.tab': location.pathname === MAIN ? listedOfPath(store)?.tab.id : undefined,
        'canje.shell': SHELL.build,
        'canje.mounted': Object.entries(mountedBuilds(store.getState())).map((mounted) => mounted.join('@')),
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
