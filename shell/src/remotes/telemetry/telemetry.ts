import type { Release } from '@canje/registry'
import { SHELL } from '../../shell-build'
import { runningCandidate } from '../preview-state'
import { mountedBuilds, type RemotesStore } from '../store'
import type { Report, ReportedRelease, TelemetryEvent, Thrown } from './event'
import { textOf, watchErrors } from './thrown-errors'

/** The events of a page after which its errors are not sent. Failures of tabs and of states still are. */
const MAX_EVENTS = 10

/**
 * Creates the sender of events to the operator's collector, and sends the errors that nothing in the page catches.
 * Sending neither blocks nor throws, and its code is loaded with the first event. An event is sent once per page.
 *
 * @param url absolute URL of the collector; without one, events go to the console
 * @param serviceUrls URLs of the services, whose hosts events may name
 */
export function createTelemetry(
  url: string | undefined,
  store: RemotesStore,
  serviceUrls: readonly string[] = [],
): Report {
  const sent = new Set<string>()

  function report(reported: TelemetryEvent, thrown?: Thrown): void {
    const running = runningCandidate(store.getState())
    const event = running ? { ...reported, candidate: `${running.name}@${running.live.version}` } : reported
    const isError = event.type === 'exception'
    const log = (failure?: unknown) => {
      const undelivered = failure && String(failure)
      const builds = mountedBuilds(store.getState())
      const body = { ...event, shell: SHELL.build, builds, at: new Date().toISOString(), undelivered }
      console.warn('Canje:', JSON.stringify(body))
    }
    const key = keyOf(event, thrown)
    if (sent.has(key) || (isError && sent.size >= MAX_EVENTS)) return
    sent.add(key)
    // Events during the preview of a build concern its developer.
    if (!url || (store.getState().preview.status === 'on' && !running)) {
      // The browser or React has logged an error.
      if (!isError) log()
      return
    }
    import(/* webpackChunkName: 'telemetry' */ './collector')
      .then(({ send }) => send(url, store, serviceUrls, event, thrown))
      .catch(log)
  }

  if (url) watchErrors((thrown) => report({ type: 'exception', reason: textOf(thrown.error, 'message') }, thrown))
  return report
}

/** Equal for events of a kind: of an error it has the words in lower case, and the outermost calls; of a state, the rule. */
function keyOf({ type, remote, from, slot, rule, reason }: TelemetryEvent, thrown: Thrown | undefined): string {
  const stack = textOf(thrown?.error, 'stack')
  const words = rule ?? (thrown ? reason.slice(0, 200).replace(/\S*[^\sa-z]\S*/g, '') : reason)
  const calls = stack.slice(stack.indexOf('\n')).slice(-200)
  return [type, remote, from?.build, slot, words, thrown?.place, calls].join('|')
}

/** The fields of a release that an event contains. */
export function reported({ version, build }: Release): ReportedRelease {
  return { version, build }
}
