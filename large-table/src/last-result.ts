/** Keeps the last result of a computation, for requests that need it again. */
export class LastResult<T> {
  private last: { key: string; value: T } | undefined

  /** Returns the last result if it has this key, otherwise computes another one. */
  get(key: string, compute: () => T): T {
    if (this.last?.key !== key) this.last = { key, value: compute() }
    return this.last.value
  }
}
