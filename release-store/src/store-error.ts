/** A key that may not make a change, or an entry that nobody with such a key has signed. */
export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError'
}

/** A store that cannot be used: its address, credentials or service. The message says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
