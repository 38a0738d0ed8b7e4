import type { Release } from '@canje/registry'
import type { Page } from './collector'
import type { Report, ReportedRelease, TelemetryEvent, Thrown } from './event'
import { textOf, watchErrors } from './thrown-errors'

/** Replaced by the bundler: the build of the shell. */
declare const SHELL_BUILD: string

interface TelemetryOptions {
  /** Absolute URL of the collector; without one, events go to the console. */
  url: string | undefined
  page: Page
  /** Events during a preview concern its developer and go to the console. */
  isPreviewing: () => boolean
}

/** The events of a page after which its errors are not sent. Failures of tabs and of states still are. */
const MAX_EVENTS = 10

/**
 * Creates the sender of events to the operator's collector, and sends the errors that nothing in the page catches.
 * Sending neither blocks nor throws, and its code is loaded with the first event. An event is sent once per page.
 */
export function createTelemetry({ url, page, isPreviewing }: TelemetryOptions): Report {
  const sent = new Set<string>()

  function report(event: TelemetryEvent, thrown?: Thrown): void {
    const isError = event.type === 'exception'
    const log = (failure?: unknown) => {
      const undelivered = failure && String(failure)
      const body = { ...event, shell: SHELL_BUILD, builds: page.builds(), at: new Date().toISOString(), undelivered }
      console.warn('Canje:', JSON.stringify(body))
    }
    const key = keyOf(event, thrown)
    if (sent.has(key) || (isError && sent.size >= MAX_EVENTS)) return
    sent.add(key)
    if (!url || isPreviewing()) {
      // The browser or React has logged an error.
      if (!isError) log()
      return
    }
    import(/* webpackChunkName: 'telemetry' */ './collector')
      .then(({ send }) => send(url, page, event, thrown))
      .catch(log)
  }

  if (url) watchErrors((thrown) => report({ type: 'exception', reason: textOf(thrown.error, 'message') }, thrown))
  return report
}

/** Equal for events of a kind: of an error it has the words in lower case, and the outermost calls; of a state, the rule. */
function keyOf({ type, remote, from, slot, name, rule, reason }: TelemetryEvent, thrown: Thrown | undefined): string {
  const stack = textOf(thrown?.error, 'stack')
  const words = rule ?? (thrown ? reason.slice(0, 200).replace(/\S*[^\sa-z]\S*/g, '') : reason)
  const calls = stack.slice(stack.indexOf('\n')).slice(-200)
  return [type, remote, from?.build, slot, name, words, thrown?.place, calls].join('|')
}

/** The fields of a release that an event contains. */
export function reported({ version, build }: Release): ReportedRelease {
  return { version, build }
}
