import type { PostgresCursor } from 'kysely'
import type { Connection, Submittable } from 'pg'

/** What is asked for at once: few rows, so that the first are there soon; then so many that no pause of ours is the database's. */
const openingBatches = [200, 1_000, 2_500, 2_500]

/**
 * The rows of a query with one text column, in batches of a portal. pg's own cursor asks for a batch only when the last
 * one was read, and its reader waits for ever when the connection is lost.
 */
export class TextCursor<Text> implements PostgresCursor<Text>, Submittable {
  readonly #sql: string
  readonly #parameters: readonly (string | null)[]
  #connection: Connection | undefined
  #rows: Text[] = []
  readonly #batches: Text[][] = []
  #running = true
  /** The database waits for the next query. */
  #isReady = false
  #failure: Error | undefined
  #changed: () => void = () => undefined

  constructor(sql: string, parameters: readonly unknown[]) {
    this.#sql = sql
    this.#parameters = parameters.map((parameter) => (parameter === null ? null : String(parameter)))
  }

  /** The next batch, an empty one after the last; asks for one of `rows` behind those asked for before. */
  async read(rows: number): Promise<Text[]> {
    while (this.#batches.length === 0 && this.#running) await this.#change()
    const batch = this.#batches.shift()
    if (batch) this.#execute(rows)
    else if (this.#failure) throw this.#failure
    return batch ?? []
  }

  /**
   * Ends the query, wherever it is. One whose rows have all come needs no wait: the connection holds the next query back
   * until the database is ready. One that is left early has batches on their way, which nobody else should wait for.
   */
  async close(): Promise<void> {
    if (!this.#running) return
    this.#complete()
    while (!this.#isReady && !this.#failure) await this.#change()
  }

  submit = (connection: Connection): void => {
    this.#connection = connection
    connection.parse({ text: this.#sql, name: '', types: [] }, true)
    connection.bind({ values: [...this.#parameters] }, true)
    for (const rows of openingBatches) this.#execute(rows)
  }

  handleDataRow({ fields }: { fields: [Text] }): void {
    this.#rows.push(fields[0])
  }

  handlePortalSuspended(): void {
    this.#endBatch()
  }

  /** Comes once for each batch asked for behind the last row. */
  handleCommandComplete(): void {
    if (this.#rows.length > 0) this.#endBatch()
    if (this.#running) this.#complete()
  }

  /** Comes from the database, which then waits for `sync`, or from the loss of the connection. */
  handleError(error: Error): void {
    this.#failure = error
    if (this.#running) this.#complete()
    else this.#changed()
  }

  handleReadyForQuery(): void {
    this.#isReady = true
    this.#changed()
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}

  #execute(rows: number): void {
    if (!this.#running) return
    this.#connection?.execute({ portal: '', rows: String(rows) }, true)
    this.#connection?.flush()
  }

  #endBatch(): void {
    this.#batches.push(this.#rows)
    this.#rows = []
    this.#changed()
  }

  /** The portal ends with its transaction. */
  #complete(): void {
    this.#running = false
    this.#connection?.sync()
    this.#changed()
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve
    })
  }
}
