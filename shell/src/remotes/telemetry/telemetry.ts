import type { Release } from '@canje/registry'
import type { Collector, Page } from './collector'
import type { Report, ReportedRelease } from './event'
import { watchErrors } from './thrown-errors'

/** Replaced by the bundler: the build of the shell. */
declare const SHELL_BUILD: string

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
