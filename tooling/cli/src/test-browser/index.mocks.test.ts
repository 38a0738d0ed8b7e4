import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { portOf } from '../../tests/port-of'
import { CONFIG } from '../../tests/shell-with'
import { EXIT_CODE, REPORTER, run, usage } from '.'

vi.mock('playwright-core', () => ({ chromium: { executablePath: () => '/nowhere/chromium' } }))

const WITH_CHROMIUM = { CHROMIUM_PATH: process.execPath }
let folder: string
let printed: ReturnType<typeof vi.spyOn>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-browser-'))
  await mkdir(join(folder, 'tests'))
  await writeFile(join(folder, 'tests/tab.browser.ts'), '')
  printed = vi.spyOn(console, 'error').mockReset()
})

async function runWith(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const code = await run(args, new AbortController().signal, environment, folder)
  return { code, lines: printed.mock.calls.flat() }
}

it.each([
  [
    'a missing Chromium',
    [],
    { PATH: '/nowhere' },
    EXIT_CODE.noBrowser,
    /^No Chromium was found .* set CHROMIUM_PATH\.$/,
  ],
  [
    'a missing Chromium in npm test',
    ['--if-chromium'],
    { PATH: '/nowhere' },
    EXIT_CODE.passed,
    /^Skipped tests\/.*: No Chromium/,
  ],
  ['a wrong CHROMIUM_PATH', ['--if-chromium'], { CHROMIUM_PATH: '/no' }, EXIT_CODE.usage, /^CHROMIUM_PATH is \/no, /],
  ['a missing Firefox', ['--browser', 'firefox'], WITH_CHROMIUM, EXIT_CODE.noBrowser, /^No Firefox .* firefox-esr/],
  [
    'WebKit',
    ['--browser=webkit'],
    WITH_CHROMIUM,
    EXIT_CODE.usage,
    /^Browser tests of a tab run in Chromium and Firefox:/,
  ],
  ['no shells', ['--shells'], WITH_CHROMIUM, EXIT_CODE.usage, /^RELEASE_SHELLS is not set: list /],
  ['a wrong shell', ['--shells'], { ...WITH_CHROMIUM, RELEASE_SHELLS: 'office' }, EXIT_CODE.usage, /number 1 is none/],
  [
    'a shell that does not answer',
    ['--shells'],
    { ...WITH_CHROMIUM, RELEASE_SHELLS: 'http://localhost:9' },
    EXIT_CODE.shellUnreachable,
    /^The shell at http:\/\/localhost:9\/ cannot be read: .* Start that shell, or correct its URL\. This machine must reach it, directly or through HTTPS_PROXY\.$/,
  ],
] as const)('reports %s in one line', async (_, args, environment, code, line) => {
  expect(await runWith(environment, ...args)).toEqual({ code, lines: [expect.stringMatching(line)] })
})

it('names every exit code in its usage', () => {
  for (const code of Object.values(EXIT_CODE).slice(1)) expect(usage).toMatch(new RegExp(`[:,]\\s${code} \\w`))
})

it('reports a tab without browser tests', async () => {
  await rm(join(folder, 'tests'), { recursive: true })
  const line = `${folder} has no browser tests: write one in tests/tab.browser.ts.`
  expect(await runWith(WITH_CHROMIUM)).toEqual({ code: EXIT_CODE.noTests, lines: [line] })
})

async function installPlaywright(script: string): Promise<void> {
  const playwright = join(folder, 'node_modules/@playwright/test')
  await mkdir(playwright, { recursive: true })
  await writeFile(join(playwright, 'package.json'), '{ "name": "@playwright/test", "version": "1.0.0" }')
  await writeFile(join(playwright, 'cli.js'), script)
}

const SHELL = {
  '/release.json': { name: 'shell', version: '1.0.0', build: 'b', provides: {} },
  '/config.json': CONFIG,
}

it('reaches a shell that asks for a password', async () => {
  const server = createServer(({ url, headers }, response) => {
    response.writeHead(headers.authorization === `Basic ${btoa('ana:pw')}` ? 200 : 401)
    response.end(JSON.stringify(SHELL[url as keyof typeof SHELL]))
  })
  const host = `127.0.0.1:${await portOf(server)}`
  await installPlaywright(`process.exitCode = process.env.TEST_SHELLS === 'http://${host}/' ? 7 : 8`)
  const environment = { ...WITH_CHROMIUM, RELEASE_SHELLS: `http://ana:pw@${host}` }
  expect(await runWith(environment, '--shells')).toEqual({ code: 7, lines: [] })
})

it('hands all other arguments to Playwright, with the reporter of the tab and Firefox, and returns its exit code', async () => {
  await installPlaywright(
    `require('node:fs').writeFileSync('args.json', JSON.stringify(process.argv.slice(2))); process.exitCode = 7`,
  )
  const given = ['-g', 'rows', '--reporter=line', '--reporter', 'junit']
  const found = await runWith({ FIREFOX_PATH: process.execPath }, '--browser=firefox', ...given)
  expect(found).toEqual({ code: 7, lines: [] })
  const { default: args } = await import(join(folder, 'args.json'), { with: { type: 'json' } })
  expect(args).toEqual(['test', '-g', 'rows', `--reporter=line,${REPORTER}`, '--reporter', `junit,${REPORTER}`])
})
