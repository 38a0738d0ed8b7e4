import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from 'workspace/testing'

/** How long a page is waited for: a million rows on a busy machine take their time. */
export const PATIENCE_MS = 300_000

/** What runs the benchmarks gives functions their names back by this one, which pages do not have. */
export const NAMES_FOR_PAGES = 'globalThis.__name = (named) => named'

/**
 * @param flags further ones
 * @throws CommandError when there is no Chromium, saying what to do
 */
export async function openBrowser(stop: AbortSignal, flags: readonly string[] = []): Promise<Browser> {
  const executablePath = await findChromium(process.env, stop)
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] })
}
