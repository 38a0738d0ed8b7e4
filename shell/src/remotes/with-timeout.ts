/**
 * Waits for a promise for a limited time.
 *
 * @param limit in milliseconds
 * @throws Error with this message after the limit
 */
export function withTimeout<T>(promise: Promise<T>, limit: number, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(message)), limit)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
