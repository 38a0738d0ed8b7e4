import { ownFrames, type Service, serviceOf } from './attribution'
import type { Report, TelemetryEvent } from './event'
import { exceptionOf, maskedMessage } from './exception'
import { cut } from './mask'
import { type LogRecord, logRequest, SEVERITY } from './otlp'
import { createPost } from './post'
import { stackText } from './stack'
import type { Thrown } from './thrown-errors'

/** Replaced by the bundler: version and build of the shell. */
declare const SHELL_VERSION: string
declare const SHELL_BUILD: string

/** What the events say about the page. */
export interface Page {
  /** The mounted builds, by remote. */
  builds(): Record<string, string>
  /** The releases whose code may run in the page. */
  releases(): Service[]
  /** Id of the tab in front, if there is one. */
  tab(): string | undefined
}

/** The sender of events to the operator's collector. */
export interface Collector {
  send: Report
  /** Sends errors that nothing has caught, each as an event of the service in its stack. */
  sendUncaught(errors: Thrown[]): void
}

/** The most errors of a page. Failures of tabs and of the registry are sent beyond them. */
const MAX_ERRORS = 10
const MAX_STACK = 4000
const MAX_COMPONENTS = 2000
const MAX_BROWSER = 300
/** Messages of browsers about layout in several steps, and about scripts that a page may not read. */
const NOISE = /^(ResizeObserver loop |Script error\.?$)/

/**
 * Creates the sender of a page.
 *
 * @param url receives OTLP/HTTP log records in JSON
 */
export function createCollector(url: string, page: Page): Collector {
  const post = createPost(url)
  const shell = { name: 'shell', version: SHELL_VERSION, build: SHELL_BUILD, folder: `${location.origin}/` }
  const sent = new Set<string>()
  let errors = 0

  /** Sends a record, unless the page has sent one of the same build and reason. */
  function sendOnce({ name, version, build }: Omit<Service, 'folder'>, record: LogRecord): void {
    const { eventName, body, attributes } = record
    const key = [name, build, eventName, attributes['exception.type'], body].join('\n')
    if (sent.has(key) || (eventName === 'exception' && errors >= MAX_ERRORS)) return
    sent.add(key)
    if (eventName === 'exception') errors += 1
    const resource = { 'service.name': name, 'service.version': version, 'canje.build': build }
    const ofPage = {
      'canje.tab': page.tab(),
      'canje.shell': SHELL_BUILD,
      'canje.mounted': Object.entries(page.builds()).map((mounted) => mounted.join('@')),
      'user_agent.original': cut(navigator.userAgent, MAX_BROWSER),
    }
    post(JSON.stringify(logRequest(resource, { ...record, attributes: { ...attributes, ...ofPage } })))
  }

  /** @param known the service of the error, if it need not be found in the stack */
  function sendError(eventName: string, thrown: Thrown, known?: Omit<Service, 'folder'>, slot?: string): void {
    const { type, message, frames, components } = exceptionOf(thrown)
    const releases = page.releases()
    const service = known ?? serviceOf(frames, releases, shell)
    if (!service || NOISE.test(message)) return
    const stack = stackText(ownFrames(frames, [...releases, shell]))
    sendOnce(service, {
      eventName,
      severity: SEVERITY.error,
      body: message,
      attributes: {
        'canje.slot': slot,
        'exception.type': type,
        'exception.message': message,
        'exception.stacktrace': cut(`${type}: ${message}\n${stack}`, MAX_STACK),
        'canje.component_stack': cut(stackText(components), MAX_COMPONENTS) || undefined,
      },
    })
  }

  return {
    sendUncaught: (thrown) => {
      for (const one of thrown) sendError('exception', one)
    },
    send: (event, thrown) => {
      switch (event.type) {
        case 'exception':
        case 'tab-failed':
        case 'extension-failed':
          return sendError(
            event.type,
            thrown ?? { error: event.reason },
            { name: event.remote, ...event.from },
            event.slot,
          )
        case 'fallback':
          return sendOnce({ name: event.remote, ...event.from }, fallbackRecord(event))
        default:
          return sendOnce(shell, {
            eventName: event.type,
            severity: SEVERITY.warn,
            body: cut(event.reason, MAX_STACK),
            attributes: { 'canje.remote': event.name || undefined, 'canje.key': event.keyId },
          })
      }
    },
  }
}

function fallbackRecord({ slot, to, reason }: Extract<TelemetryEvent, { type: 'fallback' }>): LogRecord {
  const attributes = { 'canje.slot': slot, 'canje.fallback.version': to.version, 'canje.fallback.build': to.build }
  return { eventName: 'fallback', severity: SEVERITY.warn, body: maskedMessage(reason), attributes }
}
