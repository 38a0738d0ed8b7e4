import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, programOf, runNode } from '../project'
import { installedChromium, installedFirefox, NO_CHROMIUM, NO_FIREFOX } from '../project/test-runner'
import { fetchShells } from '../release/checks/shells'
import { reachShells } from '../release/http/connections'
import { requireShells } from '../release/shell-urls'

const FILES = 'tests/*.browser.ts'

/** Exit codes of `canje test-browser`; 1 is that of Playwright for tests that fail. */
export const EXIT_CODE = {
  passed: 0,
  failed: 1,
  usage: 2,
  noBrowser: 3,
  shellUnreachable: 4,
  noTests: 5,
  unexpectedEvent: 6,
}

/** Playwright's reporter of a tab's tests, which sets the last one of {@link EXIT_CODE}. */
export const REPORTER = '@canje/tab-testing/browser/reporter'

export const usage = `Usage:
  canje test-browser                 the browser tests of this tab, ${FILES}, in the shell of @canje/shell
  canje test-browser --if-chromium   as above; without Chromium, one line says so, and nothing fails
  canje test-browser --shells        once per shell of RELEASE_SHELLS, under its own policy
  canje test-browser --browser firefox   in Firefox, without what only Chromium measures
All other arguments are Playwright's, such as --ui, --headed and -g <title>.
Exit codes: 1 a test failed, 2 wrong setting, 3 no browser, 4 a shell does not answer, 5 no browser tests,
6 a test started a dialog, download, window or file chooser that it did not expect.`

const NO_OTHER = 'Browser tests of a tab run in Chromium and Firefox: --browser is chromium or firefox.'

/** What keeps the tests from running, in one line, with its exit code. */
class NotRun extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * `canje test-browser`: runs the browser tests of the tab in the working directory with Playwright.
 *
 * @returns one of {@link EXIT_CODE}
 */
export async function run(
  args: string[],
  stop: AbortSignal,
  environment = process.env,
  folder = process.cwd(),
): Promise<number> {
  const own = ['--shells', '--if-chromium']
  const options = args.filter((arg) => own.includes(arg))
  try {
    const { browser, others } = takeBrowser(args)
    await requireTests(folder)
    const isHeaded = args.some((arg) => ['--headed', '--ui', '--debug'].includes(arg))
    const installed =
      browser === 'firefox' ? installedFirefox(environment) : await installedChromium(environment, isHeaded)
    const missing = browser === 'firefox' ? NO_FIREFOX : NO_CHROMIUM
    if (!installed && options.includes('--if-chromium')) {
      console.error(`Skipped ${FILES}: ${missing}`)
      return EXIT_CODE.passed
    }
    if (!installed) throw new NotRun(EXIT_CODE.noBrowser, missing)
    const shells = options.includes('--shells') ? await reachableShells(environment, folder, stop) : []
    const env = {
      ...environment,
      [browser === 'firefox' ? 'FIREFOX_PATH' : 'CHROMIUM_PATH']: installed,
      TEST_BROWSER: browser,
      TEST_SHELLS: shells.join(' '),
    }
    const rest = withReporter(others.filter((arg) => !own.includes(arg)))
    const program = programOf(folder, '@playwright/test', 'cli.js')
    const { code } = await runNode(program, ['test', ...rest], { cwd: folder, env, stdio: 'inherit', signal: stop })
    return code ?? EXIT_CODE.failed
  } catch (error) {
    stop.throwIfAborted()
    if (!(error instanceof NotRun || error instanceof CommandError)) throw error
    console.error(error.message)
    return error instanceof NotRun ? error.code : EXIT_CODE.usage
  }
}

/** Takes out `--browser`, which for Playwright is a browser of its own. */
function takeBrowser(args: string[]) {
  const others = args.flatMap((arg) => arg.split(/(?<=^--browser)=/))
  const at = others.indexOf('--browser')
  const [, browser = ''] = at === -1 ? ['', 'chromium'] : others.splice(at, 2)
  if (browser !== 'chromium' && browser !== 'firefox') throw new NotRun(EXIT_CODE.usage, NO_OTHER)
  return { browser, others } as const
}

/** Playwright's `--reporter` replaces the reporters of the configuration. */
function withReporter(args: string[]): string[] {
  const isReporter = (arg: string, index: number) => arg.startsWith('--reporter=') || args[index - 1] === '--reporter'
  return args.map((arg, index) => (isReporter(arg, index) ? `${arg},${REPORTER}` : arg))
}

async function requireTests(folder: string): Promise<void> {
  const files = await readdir(join(folder, 'tests'), { recursive: true }).catch(() => [])
  if (files.some((file) => file.endsWith('.browser.ts'))) return
  throw new NotRun(EXIT_CODE.noTests, `${folder} has no browser tests: write one in tests/tab.browser.ts.`)
}

/** @returns URLs of the shells, each ending in a slash */
async function reachableShells(environment: NodeJS.ProcessEnv, folder: string, stop: AbortSignal): Promise<string[]> {
  const urls = requireShells(environment)
  const close = await reachShells(environment, folder)
  const { findings } = await fetchShells(urls, stop).finally(close)
  if (findings.length === 0) return urls
  throw new NotRun(
    EXIT_CODE.shellUnreachable,
    findings.map(({ message, fix }) => `${message.replace(/\.?$/, '.')} ${fix}`).join('\n'),
  )
}
