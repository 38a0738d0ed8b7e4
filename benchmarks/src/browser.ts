import { CHROMIUM_FLAGS, findChromium } from '@canje/cli/project/test-runner'
import { type Browser, chromium } from '@playwright/test'

/** Defines the `__name` helper of esbuild, which tsx inserts into functions that run in a page. */
export const NAMES_FOR_PAGES = 'globalThis.__name = (named) => named'

/**
 * Starts the Chromium of `CHROMIUM_PATH`, or the system's.
 *
 * @throws {CommandError} when no Chromium is found, with what to do
 */
export async function openBrowser(stop: AbortSignal): Promise<Browser> {
  const executablePath = await findChromium(process.env, stop)
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
}
