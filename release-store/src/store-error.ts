/** A store that cannot be used: its address, credentials or service. The message says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
