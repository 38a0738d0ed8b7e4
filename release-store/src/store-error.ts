/**
 * Why a command of a store fails: it is out of reach or unusable, it does not allow the change, it does not have what is
 * changed, or it holds what nobody may have written.
 */
export type StoreFault = 'unreachable' | 'refused' | 'not-found' | 'damaged'

/** A store that cannot be read or changed. The message says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'

  constructor(
    readonly fault: StoreFault,
    message: string,
    /** Of the file system's error, such as `EACCES`. */
    readonly code?: string,
  ) {
    super(message)
  }
}

/** The content of a file in whose place is a folder or a link: what is damaged of one release or epoch keeps nobody from others. */
export function emptyIfDamaged(error: unknown): Buffer {
  if (error instanceof StoreError && error.fault === 'damaged') return Buffer.alloc(0)
  throw error
}
