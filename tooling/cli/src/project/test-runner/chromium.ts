import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runChild } from '../child'
import { CommandError } from '../command-error'

/** The headless shell comes first: it needs half the CPU time per page, with the same engine. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Why browser tests do not run in Firefox, and how they will. */
export const NO_FIREFOX =
  'No Firefox was found for the browser tests. Install one (Debian: `apt-get install firefox-esr`) or set FIREFOX_PATH.'

/** Why browser tests do not run, and how they will. */
export const NO_CHROMIUM =
  'No Chromium was found for the browser tests. Install one (`npx playwright-core install chromium`, or your system’s package) or set CHROMIUM_PATH.'

/**
 * Finds a Chromium for the browser tests, as {@link installedChromium}. If there is none, root installs one with apt-get.
 *
 * @returns absolute path of the program
 * @throws CommandError when none is found or CHROMIUM_PATH is wrong
 */
export async function findChromium(environment: NodeJS.ProcessEnv, stop: AbortSignal): Promise<string> {
  return (await installedChromium(environment)) ?? (await install(environment, stop))
}

/**
 * Finds an installed Chromium: CHROMIUM_PATH, then Playwright's, then the system's.
 *
 * @param isHeaded whether it must be able to show a window
 * @returns absolute path of the program; undefined if there is none
 * @throws CommandError when CHROMIUM_PATH is wrong
 */
export async function installedChromium(environment: NodeJS.ProcessEnv, isHeaded = false): Promise<string | undefined> {
  const given = givenProgram(environment, 'CHROMIUM_PATH')
  if (given) return given
  // Loaded when it is used: most commands open no browser.
  const { chromium } = await import('playwright-core')
  const names = isHeaded ? NAMES.filter((name) => !name.includes('headless')) : NAMES
  return [chromium.executablePath(), ...inPath(environment, names)].find(isExecutable)
}

/** Finds an installed Firefox: FIREFOX_PATH, then the system's, as {@link installedChromium}. */
export function installedFirefox(environment: NodeJS.ProcessEnv): string | undefined {
  return givenProgram(environment, 'FIREFOX_PATH') || inPath(environment, ['firefox-esr', 'firefox']).find(isExecutable)
}

function givenProgram(environment: NodeJS.ProcessEnv, variable: string): string | undefined {
  const given = environment[variable]
  if (!given || isExecutable(given)) return given
  throw new CommandError(`${variable} is ${given}, which is not an executable file. Set it to a browser, or unset it.`)
}

function inPath({ PATH = '' }: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  return names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)))
}

async function install(environment: NodeJS.ProcessEnv, stop: AbortSignal): Promise<string> {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Standard output is reserved for a command's result, such as JSON.
    console.error('Installing Chromium (apt-get) …')
    const install = 'apt-get install -y chromium-headless-shell || apt-get install -y chromium'
    await runChild('sh', ['-c', `apt-get update && (${install})`], { signal: stop })
  }
  const installed = await installedChromium(environment)
  if (installed) return installed
  throw new CommandError(NO_CHROMIUM)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
