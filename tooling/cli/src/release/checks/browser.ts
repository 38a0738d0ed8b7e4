import type { Browser, BrowserContext } from 'playwright-core'
import { asCommandError } from '../../project/command-error'
import { findChromium } from '../../project/test-runner/chromium'
import { Refusal } from '../findings'

/** Runs an action with a headless Chromium. @throws Refusal when there is none */
export async function withBrowser<T>(
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
  action: (browser: Browser) => Promise<T>,
): Promise<T> {
  const executablePath = await findBrowser(environment, stop)
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath })
  let closing: Promise<void> | undefined
  // A second call would not wait for the first.
  const close = () => (closing ??= browser.close())
  stop.addEventListener('abort', close)
  try {
    return await action(browser)
  } finally {
    stop.removeEventListener('abort', close)
    await close()
  }
}

/** Whether Playwright drives Firefox, by WebDriver BiDi. */
export function isFirefox(context: BrowserContext): boolean {
  return context.browser()?.browserType().name() === 'firefox'
}

async function findBrowser(environment: NodeJS.ProcessEnv, stop: AbortSignal): Promise<string> {
  try {
    return await findChromium(environment, stop)
  } catch (error) {
    stop.throwIfAborted()
    const fix = 'Install Chromium, or set CHROMIUM_PATH. A release is published only after it has rendered.'
    throw new Refusal([{ code: 'chromium-missing', message: asCommandError(error).message, fix }])
  }
}
