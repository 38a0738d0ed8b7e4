import { type Browser, chromium } from '@playwright/test'
import { findChromium } from 'local-stack/src/testing/chromium'
import { CHROMIUM_FLAGS } from 'local-stack/src/testing/chromium-flags'

/** How long a page is waited for: a million rows on a busy machine take their time. */
export const PATIENCE_MS = 300_000

/** What runs the benchmarks gives functions their names back by this one, which pages do not have. */
export const NAMES_FOR_PAGES = 'globalThis.__name = (named) => named'

/** @throws CommandError when there is no Chromium, saying what to do */
export async function openBrowser(stop: AbortSignal): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(process.env, stop), args: CHROMIUM_FLAGS })
}
