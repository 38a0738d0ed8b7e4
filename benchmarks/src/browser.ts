import { CHROMIUM_FLAGS, findChromium } from '@canje/cli/project/test-runner'
import { type Browser, chromium } from '@playwright/test'

/** Time limit for a page. A million rows on a busy machine take minutes. */
export const PAGE_TIMEOUT_MS = 300_000

/** Defines the `__name` helper of esbuild, which tsx inserts into functions that run in a page. */
export const NAMES_FOR_PAGES = 'globalThis.__name = (named) => named'

/**
 * Starts the Chromium of `CHROMIUM_PATH`, or the system's.
 *
 * @param flags added to `CHROMIUM_FLAGS`
 * @throws {CommandError} when no Chromium is found, with what to do
 */
export async function openBrowser(stop: AbortSignal, flags: readonly string[] = []): Promise<Browser> {
  const executablePath = await findChromium(process.env, stop)
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] })
}
