/** In ms. A request that hangs must not keep a second attempt waiting. */
const TIMEOUT_MS = 10_000

/**
 * Imports a module with a chunk of its own, and once more after a failure. A bundler forgets a failed chunk, so each
 * import requests it again.
 *
 * @param load such as `() => import('./csv')`
 * @param failure why an earlier import failed: this one then replaces the cached file first
 * @throws the error of the bundler
 */
export async function importAgain<Module>(load: () => Promise<Module>, failure: unknown): Promise<Module> {
  await refetchIntoCache(failure)
  return load()
}

/** {@link importAgain} after a first attempt. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    return importAgain(load, error)
  }
}

/** Replaces the cached file of a failed chunk: the browser keeps an immutable file, even a corrupt one. */
async function refetchIntoCache(failure: unknown): Promise<void> {
  const url = urlOf(failure)
  if (url === undefined) return
  try {
    const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.arrayBuffer()
  } catch {
    throw failure
  }
}

/** The bundler's `ChunkLoadError` has the URL of the chunk; the error of a module that throws has none. */
function urlOf(failure: unknown): string | undefined {
  const url: unknown = failure instanceof Error ? Reflect.get(failure, 'request') : undefined
  return typeof url === 'string' && URL.canParse(url) ? url : undefined
}
