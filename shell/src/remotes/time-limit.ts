/**
 * Waits for a promise, but not for ever.
 *
 * @param limit in milliseconds
 * @param complaint the message of the Error that it rejects with when that is not enough
 */
export function withinTimeLimit<T>(promise: Promise<T>, limit: number, complaint: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(complaint)), limit)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
