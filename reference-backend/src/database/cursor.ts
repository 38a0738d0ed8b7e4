import type { PostgresCursor } from 'kysely'
import Cursor from 'pg-cursor'

/** A cursor whose reader hears of a failure: pg's own waits for ever when its connection is lost. */
export class DatabaseCursor<Row> extends Cursor<Row> implements PostgresCursor<Row> {
  #failed = false

  constructor(query: string, values?: unknown[]) {
    super(query, values)
    this.on('error', () => {
      this.#failed = true
    })
  }

  /** There is nothing left to close after a failure. */
  override close(): Promise<void>
  override close(callback: (error: Error) => void): undefined
  override close(): Promise<void> | undefined {
    return this.#failed ? Promise.resolve() : super.close()
  }
}
