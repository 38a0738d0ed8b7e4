import type { Faults } from './fault-proxy'

/** Of the campaign (D49, clock times): in UTC, no shifted date shows. */
export const TIME_ZONE = 'America/Bogota'

/** How a tab is opened, in jsdom (`openTab(tab, options)`) and in a browser (`test.use(options)`). */
export interface TabOptions {
  /**
   * What the services respond with in place of their rows: `{ SelectUsers: [{ id: 7n }] }` by endpoint of the info API, or
   * the whole JSON by URL of a further service, `{ 'https://prizes.example.com/prizes': {} }`. Faults come before it.
   */
  rows?: Readonly<Record<string, unknown>> | undefined
  /** Features of the service beyond the specification (D27, optional features); by default none, or those of `--shells`. */
  features?: readonly string[] | undefined
  /** The settings of the remote (D44, settings); by default `settings.json` beside their schema. */
  settings?: object | undefined
  /** Name of the signed-in account, which the test's backend gets; by default that of the tests. */
  account?: string | undefined
  /** Time zone of the browser; by default `America/Bogota`. */
  timezone?: string | undefined
  /** Language of the browser; by default `es-CO`, and in jsdom `en-US`. */
  locale?: string | undefined
}

/** Has services respond with the option `rows`. */
export function stubRows({ stub }: Pick<Faults, 'stub'>, rows: TabOptions['rows'] = {}): void {
  for (const [name, json] of Object.entries(rows)) stub(name, URL.canParse(name) ? json : { data: json })
}
