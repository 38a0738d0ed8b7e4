import { Socket } from 'node:net'
import type { PostgresCursor } from 'kysely'
import { type Connection, DatabaseError, type Submittable } from 'pg'
import { RestingReader } from './resting-reader'
import { RowBytes } from './row-bytes'

/** What is asked for: few rows first, so that they are there soon; then, ahead of reading, so many that the database never waits. */
const firstBatch = 200
const batchesAhead = [1_000, 2_500, 2_500]

type Parser = (bytes: Buffer) => void

/**
 * A server's time limit for a statement would end a list however fast its rows come: it counts until the last one. In its
 * place the server looks each second whether the connection is still there, where it can (PostgreSQL 14, not on Windows).
 */
const withoutTimeLimit = `do $$ begin
  perform set_config('statement_timeout', '0', true);
  begin
    perform set_config('client_connection_check_interval', '1s', true);
  exception when others then null;
  end;
end $$`

/**
 * The rows of a query with one column, in batches of a portal: each the bytes of many rows, but for the first with a comma
 * before each. pg's own cursor makes a text of every row, asks for a batch only when the last one was read, and its reader
 * waits for ever when the connection is lost.
 */
export class BytesCursor implements PostgresCursor<Buffer>, Submittable {
  readonly #sql: string
  readonly #parameters: readonly (string | null)[]
  readonly #signal: AbortSignal | undefined
  #connection: Connection | undefined
  readonly #rows = new RowBytes((bytes) => {
    for (const parse of this.#parsers) parse(bytes)
  })
  readonly #batches: Buffer[] = []
  /** While rows may come. */
  #resting: RestingReader | undefined
  readonly #receive: Parser = (bytes) => {
    this.#rows.receive(bytes)
    this.#resting?.receive(bytes.length)
  }
  /** pg's own reading of what the connection receives. */
  #parsers: Parser[] = []
  #running = true
  #isAskedAhead = false
  /** The database waits for the next query. */
  #isReady = false
  #failure: Error | undefined
  #changed: () => void = () => undefined

  /** @param parameters values of the statement, and perhaps an AbortSignal, which ends the reading */
  constructor(sql: string, parameters: readonly unknown[]) {
    const isSignal = (parameter: unknown) => parameter instanceof AbortSignal
    this.#sql = sql
    this.#signal = parameters.find(isSignal)
    this.#parameters = parameters
      .filter((parameter) => !isSignal(parameter))
      .map((parameter) => (parameter === null ? null : String(parameter)))
  }

  /** The next batch, an empty one after the last; asks for one of `rows` behind those asked for before. */
  async read(rows: number): Promise<Buffer[]> {
    while (this.#batches.length === 0 && this.#running) await this.#change()
    this.#signal?.throwIfAborted()
    const batch = this.#batches.shift()
    if (batch) this.#execute(rows)
    else if (this.#failure) throw this.#failure
    return batch ? [batch] : []
  }

  /**
   * Ends the query, wherever it is. One whose rows have all come needs no wait: the connection holds the next query back
   * until the database is ready. One that is left early has batches on their way, which nobody else should wait for.
   */
  async close(): Promise<void> {
    if (this.#running) this.#complete()
    else if (!this.#signal?.aborted) return
    while (!this.#isReady && !this.#failure) await this.#change()
  }

  submit = (connection: Connection): void => {
    this.#connection = connection
    this.#takeOver(connection)
    if (this.#signal?.aborted) {
      this.#complete()
      return
    }
    this.#signal?.addEventListener('abort', this.#abort)
    this.#write(() => {
      if (connection.stream instanceof Socket) this.#liftTimeLimit(connection)
      connection.parse({ text: this.#sql, name: '', types: [] }, true)
      connection.bind({ values: [...this.#parameters] }, true)
      this.#execute(firstBatch)
    })
  }

  /** Until the end of the transaction, which is that of the list. */
  #liftTimeLimit(connection: Connection): void {
    connection.parse({ text: withoutTimeLimit, name: '', types: [] }, true)
    connection.bind({ values: [] }, true)
    connection.execute({ portal: '', rows: '0' }, true)
  }

  /** More rows are left. Only now does it pay to ask ahead: most queries have few rows. */
  handlePortalSuspended(): void {
    if (!this.#isAskedAhead) {
      this.#isAskedAhead = true
      this.#write(() => {
        for (const rows of batchesAhead) this.#execute(rows)
      })
    }
    this.#endBatch()
  }

  /** Comes once for the lifted time limit, and for each batch asked for behind the last row. */
  handleCommandComplete({ text }: { text: string }): void {
    if (text === 'DO') return
    this.#endBatch()
    if (this.#running) this.#complete()
  }

  /** Comes from the database, which then waits for `sync` and is no more heard of here, or from the loss of the connection. */
  handleError(error: Error): void {
    if (error instanceof DatabaseError) this.#giveBack()
    this.#failure = error
    if (this.#running) this.#complete()
    else this.#changed()
  }

  handleReadyForQuery(): void {
    this.#giveBack()
    this.#isReady = true
    this.#changed()
  }

  /**
   * A server may take long until its next rows, or never send any: its connection is closed, and the pool opens another. The
   * engine has but this one, and ends after the batches that were asked for.
   */
  readonly #abort = (): void => {
    if (!this.#running) return
    const stream = this.#connection?.stream
    if (stream instanceof Socket) stream.destroy()
    this.#complete()
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}

  /** Each message by itself would be a call of the system, and wake the database up. */
  #write(messages: () => void): void {
    this.#connection?.stream.cork()
    messages()
    this.#connection?.stream.uncork()
  }

  #execute(rows: number): void {
    if (!this.#running) return
    this.#write(() => {
      this.#connection?.execute({ portal: '', rows: String(rows) }, true)
      this.#connection?.flush()
    })
  }

  #endBatch(): void {
    const batch = this.#rows.take()
    if (batch.length === 0) return
    this.#batches.push(batch)
    this.#changed()
  }

  #takeOver({ stream }: Connection): void {
    this.#parsers = stream.listeners('data') as Parser[]
    this.#resting = RestingReader.of(stream)
    stream.on('data', this.#receive)
    for (const parse of this.#parsers) stream.off('data', parse)
  }

  #giveBack(): void {
    this.#rows.end()
    const stream = this.#connection?.stream
    for (const parse of this.#parsers) stream?.on('data', parse)
    stream?.off('data', this.#receive)
  }

  /** The portal ends with its transaction. */
  #complete(): void {
    this.#running = false
    this.#signal?.removeEventListener('abort', this.#abort)
    this.#resting?.goOn()
    this.#resting = undefined
    this.#connection?.sync()
    this.#changed()
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve
    })
  }
}
