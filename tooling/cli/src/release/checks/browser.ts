import type { Browser } from 'playwright-core'
import { asCommandError } from '../../project/command-error'
import { findChromium } from '../../project/test-runner'
import type { CheckResult } from '../findings'

/** Runs an action with a headless Chromium. @returns its value, or the finding that there is none */
export async function withBrowser<T>(
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
  action: (browser: Browser) => Promise<T>,
): Promise<CheckResult<T>> {
  const executable = await findBrowser(environment, stop)
  if (!executable.value) return { findings: executable.findings }
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath: executable.value })
  let closing: Promise<void> | undefined
  // A second call would not wait for the first.
  const close = () => (closing ??= browser.close())
  stop.addEventListener('abort', close)
  try {
    return { value: await action(browser), findings: [] }
  } finally {
    stop.removeEventListener('abort', close)
    await close()
  }
}

async function findBrowser(environment: NodeJS.ProcessEnv, stop: AbortSignal): Promise<CheckResult<string>> {
  try {
    return { value: await findChromium(environment, stop), findings: [] }
  } catch (error) {
    stop.throwIfAborted()
    const fix = 'Install Chromium, or set CHROMIUM_PATH. A release is published only after it has rendered.'
    return { findings: [{ code: 'chromium-missing', message: asCommandError(error).message, fix }] }
  }
}
