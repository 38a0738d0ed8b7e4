import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runChild } from '../child'
import { CommandError } from '../command-error'

/** The one without a window first: a page costs it half the work, for the same engine. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, Playwright's own, the system's. Where there is none and this
 * user may, it installs one.
 *
 * @returns absolute path of the program
 * @throws CommandError saying what to do
 */
export async function findChromium(environment: NodeJS.ProcessEnv, stop: AbortSignal): Promise<string> {
  const given = environment.CHROMIUM_PATH
  if (given) {
    if (isProgram(given)) return given
    throw new CommandError(`CHROMIUM_PATH is ${given}, which is not a program. Set it to a Chromium, or unset it.`)
  }
  return present(environment) ?? (await install(environment, stop))
}

function present(environment: NodeJS.ProcessEnv): string | undefined {
  const folders = (environment.PATH ?? '').split(delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [chromium.executablePath(), ...candidates].find(isProgram)
}

async function install(environment: NodeJS.ProcessEnv, stop: AbortSignal): Promise<string> {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Standard output may be for JSON alone.
    console.error('Installing Chromium (apt-get) …')
    const install = 'apt-get install -y chromium-headless-shell || apt-get install -y chromium'
    await runChild('sh', ['-c', `apt-get update && (${install})`], { signal: stop })
  }
  const installed = present(environment)
  if (installed) return installed
  throw new CommandError(
    'There is no Chromium for the browser tests. Install one (`npx playwright install chromium`, or your system’s package) or set CHROMIUM_PATH.',
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
