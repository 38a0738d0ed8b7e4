/** Keeps the last result of a computation, for requests that need it again. */
export class LastResult<T> {
  private last: { key: string; value: T } | undefined

  /** Returns the last result if it has this key, otherwise computes another one, maybe from the last one. */
  get(key: string, compute: (last: T | undefined) => T): T {
    if (this.last?.key !== key) this.last = { key, value: compute(this.last?.value) }
    return this.last.value
  }
}
