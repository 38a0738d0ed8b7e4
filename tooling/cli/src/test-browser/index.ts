import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, programOf, runNode } from '../project'
import { installedChromium, NO_CHROMIUM } from '../project/test-runner'
import { fetchShells } from '../release/checks/shells'
import { reachShells } from '../release/http/connections'
import { requireShells } from '../release/shell-urls'

const FILES = 'tests/*.browser.ts'

/** Exit codes of `canje test-browser`; 1 is that of Playwright for tests that fail. */
export const EXIT_CODE = {
  passed: 0,
  failed: 1,
  usage: 2,
  noChromium: 3,
  shellUnreachable: 4,
  noTests: 5,
  unexpectedEvent: 6,
}

/** Playwright's reporter of a tab's tests, which sets the last one of {@link EXIT_CODE}. */
export const REPORTER = '@canje/tab-testing/browser/reporter'

export const usage = `Usage:
  canje test-browser                 the browser tests of this tab, ${FILES}, in the shell of @canje/shell
  canje test-browser --if-chromium   as above; without Chromium, one line says so, and nothing fails
  canje test-browser --shells        once per shell of RELEASE_SHELLS
All other arguments are Playwright's, such as --ui, --headed and -g <title>; --browser is Chromium only.
Exit codes: 1 a test failed, 2 wrong setting, 3 no Chromium, 4 a shell does not answer, 5 no browser tests,
6 a test started a dialog, download, window or file chooser that it did not expect.`

/** By WebDriver BiDi, Playwright 1.65 reads no body of an intercepted request, and Firefox ESR 153 refuses its pages. */
const ONLY_CHROMIUM =
  'Browser tests of a tab run in Chromium only: leave out --browser. In another browser, open the tab of npm run dev.'

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
    const [, browser = 'chromium'] = /(?:^| )--browser[= ](\S+)/.exec(args.join(' ')) ?? []
    if (browser !== 'chromium') throw new NotRun(EXIT_CODE.usage, ONLY_CHROMIUM)
    await requireTests(folder)
    const isHeaded = args.some((arg) => ['--headed', '--ui', '--debug'].includes(arg))
    const chromium = await installedChromium(environment, isHeaded)
    if (!chromium && options.includes('--if-chromium')) {
      console.error(`Skipped ${FILES}: ${NO_CHROMIUM}`)
      return EXIT_CODE.passed
    }
    if (!chromium) throw new NotRun(EXIT_CODE.noChromium, NO_CHROMIUM)
    const shells = options.includes('--shells') ? await reachableShells(environment, folder, stop) : []
    const env = { ...environment, CHROMIUM_PATH: chromium, TEST_SHELLS: shells.join(' ') }
    const rest = withReporter(args.filter((arg) => !own.includes(arg)))
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
