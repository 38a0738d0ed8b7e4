import type { TabProps } from '@canje/shared-auth'
import type { UserEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import type { TestExtensions } from '../../extensions'
import type { StubbedResponses } from '../../stubbed-responses'

/** What staff do in an open tab so that it sends a request. */
interface Action {
  /** Opens and fills what the press needs, from any state of the tab; nothing by default. */
  prepare?: (user: UserEvent) => Promise<unknown>
  press: (user: UserEvent) => Promise<unknown>
  /** The press clears the fields, so that a failure cannot keep their text (D15, filter dialogs). */
  clearsText?: true
}

/** A read beyond those that the tab sends when it opens. */
export interface Read extends Action {
  /** A failure has words, but no toast, as that of details. */
  hasToast?: false
}

/** A change of data. */
export interface Write extends Action {
  /** What it changes, as the words of a failure have it: `se crearon los codigos`. */
  change: string | (() => string)
}

/** A tab, and how its requests are started. */
export interface FaultyTab {
  Tab: ComponentType<TabProps<never>>
  /** Components of the slots that the tab shows; none by default. */
  extensions?: TestExtensions
  /** Features of the service with requests of their own (D27, optional features); none by default. */
  features?: readonly string[]
  /** By what staff press. */
  reads?: Readonly<Record<string, Read>>
  /** By endpoint, such as `DeleteCode`. */
  writes?: Readonly<Record<string, Write>>
  /** Responses of endpoints that the reference backend does not have, as in `tests/stubs.ts`. */
  stubs?: StubbedResponses
}
