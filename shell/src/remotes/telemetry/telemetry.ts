import type { Release } from '@canje/registry'
import type { Collector, Page } from './collector'
import { type Thrown, watchErrors } from './thrown-errors'

/** Replaced by the bundler: the build of the shell. */
declare const SHELL_BUILD: string

type ReportedRelease = Pick<Release, 'version' | 'build'>

interface RemoteEvent {
  remote: string
  /** The slot that the remote fills, if the event is not about its tab. */
  slot?: string
  from: ReportedRelease
  reason: string
}

/** An event for the operator, or for the team of a remote. */
export type TelemetryEvent =
  | ({ type: 'fallback'; to: ReportedRelease } & RemoteEvent)
  | ({ type: 'tab-failed' | 'extension-failed' | 'exception' } & RemoteEvent)
  | { type: 'registry-refused' | 'releases-refused'; reason: string }

/** @param thrown the error behind the event, if any */
export type Report = (event: TelemetryEvent, thrown?: Thrown) => void

interface TelemetryOptions {
  /** Absolute URL of the collector; without one, events go to the console. */
  url: string | undefined
  page: Page
  /** Events during a preview concern its developer and go to the console. */
  isPreviewing: () => boolean
}

/**
 * Creates the sender of events to the operator's collector, and sends the errors that nothing in the page catches.
 * Sending neither blocks nor throws, and its code is loaded with the first event.
 */
export function createTelemetry({ url, page, isPreviewing }: TelemetryOptions): Report {
  let collector: Promise<Collector> | undefined
  const load = (url: string) => {
    collector ??= import(/* webpackChunkName: 'telemetry' */ './collector').then(({ createCollector }) =>
      createCollector(url, page),
    )
    collector.catch(() => {
      collector = undefined
    })
    return collector
  }
  if (url)
    watchErrors(async (errors) => {
      // The console has the errors already.
      if (!isPreviewing()) await load(url).then(({ sendUncaught }) => sendUncaught(errors), ignore)
    })
  return (event, thrown) => {
    const log = () => {
      const body = { ...event, shell: SHELL_BUILD, builds: page.builds(), at: new Date().toISOString() }
      console.warn('Canje:', JSON.stringify(body))
    }
    if (!url || isPreviewing()) {
      // React has logged the error of a render.
      if (event.type !== 'exception') log()
    } else load(url).then(({ send }) => send(event, thrown), log)
  }
}

/** The fields of a release that an event contains. */
export function reported({ version, build }: Release): ReportedRelease {
  return { version, build }
}

const ignore = () => undefined
