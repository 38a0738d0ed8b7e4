import { sessionValue } from '@canje/shared-auth'
import { groupActions, type StaffAction } from './staff-actions'
import { readEvents, type StaffEvent } from './staff-events'

/** Requests of one press at most: an action may have any number of events. */
const MAX_REQUESTS = 20

/** The audit log as far as it was read, from its newest event. */
export class EventLog {
  actions: readonly StaffAction[] = []
  /** It was read to its end. */
  isComplete = false
  private events: readonly StaffEvent[] = []

  /** Reads what is new, or the newest events. */
  async readNewest(signal?: AbortSignal): Promise<void> {
    const { events, isLast } = await readEvents(undefined, signal)
    const added = unknownOf(events, this.events)
    // A gap would hide what is in it.
    if (added.length === events.length) this.set(events, isLast)
    else this.set([...added, ...this.events], this.isComplete)
  }

  /** Reads older events until a condition holds, the log ends, or for as long as a press may take. */
  async readOlder(isEnough: () => boolean, signal?: AbortSignal): Promise<void> {
    for (let request = 0; request < MAX_REQUESTS && !this.isComplete && !isEnough(); request++) {
      const before = this.events
      const { events, isLast } = await readEvents(before.at(-1), signal)
      // A service without pages sends all events again. Another panel may have read this page meanwhile.
      const isAgain = unknownOf(events, before).length === 0
      this.set([...this.events, ...unknownOf(events, this.events)], isLast || isAgain)
    }
  }

  close(): void {
    this.set([], false)
  }

  private set(events: readonly StaffEvent[], isComplete: boolean): void {
    this.events = events
    this.isComplete = isComplete
    this.actions = groupActions(events, isComplete)
  }
}

function unknownOf(events: readonly StaffEvent[], known: readonly StaffEvent[]): StaffEvent[] {
  const ids = new Set(known.map(({ id }) => id))
  return events.filter(({ id }) => !ids.has(id))
}

const KEY = Symbol('audit log of the session')

/** The log that all panels of the session read, so that each reads only what the others have not. */
export function sessionLog(): EventLog {
  return sessionValue(KEY, () => new EventLog())
}
