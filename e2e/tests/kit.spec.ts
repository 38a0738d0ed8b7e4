import { appendFile, cp, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createRemotesServer, listen, releaseBuilds, releaseStoreIn } from '@canje/cli/dev-stack'
import { buildOutOfDate, findRemotes, type Package, readPackage, runChild } from '@canje/cli/project'
import type { Page } from '@playwright/test'
import { ROOT } from 'repo'
import { copyRepository, openProduct, ownEnvironment, type Product } from 'repo/testing'
import { parse } from 'yaml'
import { type NpmRegistry, startNpmRegistry } from '../support/npm-registry'
import { openShellBeside } from '../support/other-shell'
import { expect, submitLogin, test } from '../support/test'

// The second test continues with the folder of the first.
test.describe.configure({ mode: 'serial' })

/** In ms. It installs packages over the network, publishes them twice, and runs a remote's tests. */
const TIMEOUT = 1_800_000
const NAME = 'mf-premios'

/** The folder of a team, outside this repository. */
let folder: string
/** The team's repository in it. */
let project: string
let registry: NpmRegistry
/** The back office of the campaign, in which the team releases. */
let office: Office
/** What its operator lists. */
const listed: Record<string, unknown> = {}
const opened: { close(): Promise<void> }[] = []

test.beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'canje-team-')))
  project = join(folder, NAME)
  registry = await startNpmRegistry()
})
test.afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await registry.close()
  await rm(folder, { recursive: true })
})

type Office = Pick<Product, 'shellUrl' | 'close'>

/** Serves the shell with a release store of its own, as `npm start` does, and the services of the tests' product. */
async function openOffice(): Promise<Office> {
  const data = join(folder, 'data')
  const [shell, users] = ['shell', 'mf-users'].map((name) => readPackage(join(ROOT, name))) as [Package, Package]
  await buildOutOfDate([shell, users], new AbortController().signal)
  const { trust } = await releaseBuilds(data, [users])
  const remotes = await createRemotesServer(releaseStoreIn(data))
  Object.assign(listed, trust.remotes)
  const store = { ...trust, storeUrl: await listen(remotes, 0), remotes: listed }
  const server = await openShellBeside(process.env.SHELL_URL ?? '', store)
  const one = { shellUrl: server.url, close: async () => void (await Promise.all([server.close(), remotes.close()])) }
  opened.push(one)
  return one
}

/** The tab is tested with all faults in the long run only, else with a sample of the faults. */
const suites = process.env.LONG_TESTS ? {} : { SAMPLED_SUITES: '1' }

function teamEnvironment(): NodeJS.ProcessEnv {
  return { ...ownEnvironment(), ...registry.environment, ...suites }
}

/** Runs npm as the team does. */
async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { code, output } = await runChild('npm', args, { cwd, env: teamEnvironment() })
  expect(code, `npm ${args.join(' ')}\n${output}`).toBe(0)
  return output
}

/**
 * Links the packages of an installed project, of which `npm install` then keeps and completes what another one needs: in a
 * quarter of the time. Own packages of a repository are links.
 */
async function linkPackages(installed: string, project: string): Promise<void> {
  const packages = join(project, 'node_modules')
  const { code } = await runChild('cp', ['-al', join(installed, 'node_modules'), project], {})
  // There are no links to another file system: npm then installs all.
  if (code !== 0) return rm(packages, { recursive: true, force: true })
  const removed = (await readdir(packages)).filter((name) => /^\.(?!bin$)/.test(name))
  if (installed === ROOT) removed.push('@canje')
  for (const name of removed) await rm(join(packages, name), { recursive: true })
}

/** Creates a tab with the packages of an installed one: a second installation from nothing would show nothing new. */
async function createBeside(installed: string, kind: string): Promise<void> {
  const project = join(folder, `mf-${kind}`)
  await npm(folder, 'create', '--yes', '@canje/tab', `mf-${kind}`, '--', '--kind', kind)
  await linkPackages(installed, project)
  if (kind === 'form') await addStyles(project)
  await npm(project, 'install')
}

async function open(cwd: string, ...command: string[]): Promise<Product> {
  const data = { DATA_DIR: join(folder, cwd.endsWith(NAME) ? 'development' : 'data') }
  const product = await openProduct(cwd, ['npm', ...command], { ...teamEnvironment(), ...data })
  opened.push(product)
  return product
}

/** Signs in and opens the tab with its rows. */
async function openTab(page: Page, shellUrl: string) {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${shellUrl}/login`)
  await submitLogin(page)
  await page.getByRole('tab', { name: 'Premios' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Premios' })
  await expect(panel.getByRole('row').nth(10)).toBeVisible()
  const usesOwnSharedUi = () => requests.some((url) => url.includes(`/${NAME}/`) && url.includes('/shared-ui.'))
  return { panel, usesOwnSharedUi }
}

/** Lists a tab of the team, which its operator does with what the team sends: in the office, and in the data of the next. */
async function list(project: string): Promise<void> {
  const propose = ['run', '--silent', 'release', '--', 'propose', '--key', releaseKey(), '--json']
  const { result } = JSON.parse(await npm(project, ...propose))
  Object.assign(listed, result.remotes)
  const { 'mf-users': _, ...ofTeam } = listed
  await writeFile(join(folder, 'data/remotes.json'), JSON.stringify(ofTeam))
}

/**
 * Releases a tab of a team as its pipeline does. The second job has the settings of the environment `release`, and of the
 * team only what the first one hands over.
 *
 * @returns the output of the first job
 */
async function runPipeline(project: string, { shellUrl }: Office): Promise<string> {
  const { pack, release } = parse(await readFile(join(project, '.gitlab-ci.yml'), 'utf8'))
  const [artifact] = pack.artifacts.paths
  const empty = await mkdtemp(join(folder, 'job-'))
  const output = await runJob(pack.script, project, { RELEASE_SHELLS: shellUrl })
  await rename(join(project, artifact), join(empty, artifact))
  const store = releaseStoreIn(join(folder, 'data'))
  const settings = { CI_PROJECT_DIR: empty, RELEASE_SHELLS: shellUrl, RELEASE_STORE: store, RELEASE_KEY: releaseKey() }
  expect(await runJob(release.script, empty, settings)).toContain(`${basename(project)} ${versionIn(project)} is live`)
  return output
}

/** The key of the team. */
function releaseKey(): string {
  return join(folder, 'release-key.pem')
}

/** Runs the script of a job with temporary files of its own. */
async function runJob(script: string[], cwd: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const env = { ...teamEnvironment(), TMPDIR: await mkdtemp(join(folder, 'tmp-')), ...settings }
  const { code, output } = await runChild('sh', ['-ec', script.join('\n')], { cwd, env })
  expect(code, output).toBe(0)
  return output
}

/** Adds a CSS module and a picture to the form of a team. */
async function addStyles(project: string): Promise<void> {
  await writeFile(join(project, 'src/picture.png'), Buffer.alloc(20_000, 1))
  await writeFile(
    join(project, 'src/tab.module.css'),
    '.search-form { color: rgb(1 2 3); background-image: url("./picture.png") }',
  )
  const tab = join(project, 'src/Tab.tsx')
  await rewrite(tab, /$/, "import { searchForm } from './tab.module.css'\n")
  await rewrite(tab, '<form onSubmit', '<form className={searchForm} onSubmit')
}

/** A browser test that expects some events of the browser, and then one not. */
const EVENTS = `import { expect, test } from '@canje/tab-testing/browser'
test('forgets a dialog', async ({ tab }) => {
  const { page } = tab
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { type: 'file' })))
  const field = page.locator('body > input')
  const open = (path) => page.evaluate((path) => void window.open(path), path)
  const ask = (text) => page.evaluate((text) => confirm(text), text)
  await expect(await tab.popup(() => open('/release.json'))).toHaveURL(/release/)
  await tab.chooseFiles(['package.json'], () => field.click())
  await expect(field).toHaveValue(/package.json/)
  const answers = []
  for (const answer of [true, false]) {
    const words = await tab.dialog(async () => answers.push(await ask('¿Sí?')), answer)
    expect(words).toBe('¿Sí?')
  }
  expect(answers).toEqual([true, false])
  await ask('¿No?')
})
`

/** Runs in the page. */
function isDrawn(element: Element): boolean {
  const canvas = element as HTMLCanvasElement
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  return pixels?.some((value) => value !== 0) ?? false
}

/** Leaves the page first: it would report requests that fail. */
async function close(page: Page, product: Office) {
  await page.goto('about:blank')
  await product.close()
}

/** Makes a repository that of three minors of the contract later, with another `shared-ui`, and one remote of its own. */
async function addThreeMinors(root: string): Promise<void> {
  const [major, minor] = versionIn(root, 'shared-auth').split('.')
  // An update would install into the packages that the copy links.
  await npm(root, 'version', `${major}.${Number(minor) + 3}.0`, '--workspace', 'shared-auth', '--no-workspaces-update')
  const { output } = await runChild('git', ['status', '--porcelain'], { cwd: root })
  expect(output.trim()).toBe('M shared-auth/package.json')
  await rewrite(join(root, 'shared-ui/src/table/RowsTable.tsx'), 'Todavía no hay datos.', 'No hay datos.')
  await npm(root, 'version', 'minor', '--workspace', 'shared-ui', '--workspace', 'shell', '--no-workspaces-update')
  const others = findRemotes(root).filter(({ name }) => name !== 'mf-users')
  // The folders stay: without them, the installation would count as incomplete.
  for (const { directory } of others) await rm(join(directory, 'package.json'))
}

function versionIn(root: string, name = '.'): string {
  return readPackage(join(root, name)).version
}

/** Replaces a file in one step: a development server that watches it never reads a part. */
async function rewrite(file: string, before: string | RegExp, after: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const changed = text.replace(before, after)
  expect(changed, `${file} has no ${before}`).not.toBe(text)
  const next = join(folder, 'next')
  await writeFile(next, changed)
  await rename(next, file)
}

test('a team releases a tab from an empty folder', async ({ page, allowConsoleErrors }) => {
  test.setTimeout(TIMEOUT)
  allowConsoleErrors(/React DevTools/)
  await npm(ROOT, 'run', 'kit', '--', '--publish')
  office = await openOffice()
  await npm(folder, 'create', '--yes', '@canje/tab', NAME)
  // The long run installs everything from the npm registry.
  if (!process.env.LONG_TESTS) await linkPackages(ROOT, project)
  await npm(project, 'install')

  await test.step('nothing in the folder leads to this repository', async () => {
    const installed = await readdir(join(project, 'node_modules/@canje'), { withFileTypes: true })
    expect(installed.length).toBeGreaterThan(8)
    expect(installed.filter((entry) => entry.isSymbolicLink())).toEqual([])
    const { output } = await runChild('grep', ['-rlF', ROOT.replace(/\/$/, ''), project], {})
    expect(output).toBe('')
  })

  const namesForgotten = async () => {
    // The pipeline runs the tab's own tests, below.
    const file = join(project, 'tests/unexpected.browser.ts')
    await writeFile(file, EVENTS)
    const run = { cwd: project, env: teamEnvironment() }
    const { code, output } = await runChild(
      'npm',
      ['run', 'test:browser', '--', 'unexpected', '--workers', '1', '--trace', 'off'],
      run,
    )
    expect([code, output]).toEqual([6, expect.stringContaining('1 failed')])
    const lines = [...output.matchAll(/Unexpected event: the tab (.+?): /g)]
    expect(new Set(lines.map(([, event]) => event))).toEqual(new Set(['opened the dialog confirm "¿No?"']))
    await rm(file)
  }
  // Of every npm test: browser-events.test.ts and reporter.test.ts.
  if (process.env.LONG_TESTS) await test.step('its browser tests name what they forget', namesForgotten)

  await test.step('its operator lists it, with the key that the team has made', async () => {
    await npm(project, 'run', 'release', '--', 'keygen', '--out', releaseKey())
    await list(project)
  })

  await test.step('its pipeline makes it live, with the copy of shared-ui of the shell', async () => {
    expect(await runPipeline(project, office)).not.toContain('has another @canje/shared-ui')
    const { usesOwnSharedUi } = await openTab(page, office.shellUrl)
    expect(usesOwnSharedUi()).toBe(false)
  })
  // It would report requests that fail.
  await page.goto('about:blank')
})

test('the team develops, adds a form and a chart, and stays on its kit when the shell has a newer one', {
  tag: '@long',
}, async ({ page, allowConsoleErrors }) => {
  test.setTimeout(TIMEOUT)
  allowConsoleErrors(/React DevTools/)

  await test.step('npm run dev shows the tab in the installed shell', async () => {
    const [development] = await Promise.all([
      open(project, 'run', 'dev'),
      ...['form', 'chart'].map((kind) => createBeside(project, kind)),
    ])
    const { panel } = await openTab(page, development.shellUrl)
    const list = join(project, 'src/users.ts')
    await rewrite(list, "'Nombre'", "'Nombre completo'")
    await expect(panel.getByRole('columnheader', { name: 'Nombre completo' })).toBeVisible()
    await rewrite(list, "'Nombre completo'", "'Nombre'")
    const tab = join(project, 'src/Tab.tsx')
    const wrong = 'const wrong: string = 7\n'
    // The policy of the page allows the text of the overlay, not its colours.
    allowConsoleErrors(/^\[rspack-dev-server\]/, /^Applying inline style violates/)
    await rewrite(tab, /$/, wrong)
    const overlay = page.frameLocator('#rspack-dev-server-client-overlay')
    await expect(overlay.getByText(/TS2322: Type 'number' is not assignable/)).toBeVisible()
    await rewrite(tab, wrong, '')
    await expect(page.locator('#rspack-dev-server-client-overlay')).toHaveCount(0)
    await close(page, development)
  })

  await test.step('a form with styles and a picture, and a chart, are released in the same way', async () => {
    for (const kind of ['form', 'chart']) {
      await list(join(folder, `mf-${kind}`))
      await runPipeline(join(folder, `mf-${kind}`), office)
    }
    const requests: string[] = []
    page.on('response', (response) => requests.push(`${response.status()} ${new URL(response.url()).pathname}`))
    await openTab(page, office.shellUrl)
    await page.getByRole('tab', { name: 'Form' }).click()
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await expect(form.locator('form')).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect
      .poll(() => requests)
      .toContainEqual(expect.stringMatching(/^200 .*\/mf-form\/1\.0\.0\/picture\.\w+\.png$/))
    await form.getByLabel('Nombre').fill('a')
    await form.getByRole('button', { name: 'Buscar' }).click()
    await expect(form.getByRole('listitem')).toHaveCount(10)
    await page.goBack()
    await expect(form.getByLabel('Nombre')).toBeVisible()
    await page.getByRole('tab', { name: 'Chart' }).click()
    const chart = page.getByRole('tabpanel', { name: 'Chart' }).getByRole('img', { name: 'Usuarios con más puntos' })
    await expect.poll(() => chart.evaluate(isDrawn)).toBe(true)
    await close(page, office)
  })

  const next = await copyRepository()
  opened.push({ close: () => rm(next, { recursive: true }) })
  await cp(join(ROOT, 'package-lock.json'), join(next, 'package-lock.json'))
  await addThreeMinors(next)
  // Both build the shell.
  await npm(next, 'run', 'kit', '--', '--publish')
  const newOffice = await open(next, 'start')

  await test.step('in the shell of three minors later, its next release runs with its own copy', async () => {
    await npm(project, 'version', 'patch', '--no-git-tag-version')
    await appendFile(join(project, 'src/Tab.tsx'), "void import('./fix')\n")
    await writeFile(join(project, 'src/fix.ts'), "export const fix = 'fixed'\n")
    const output = await runPipeline(project, newOffice)
    expect(output).toContain('has another @canje/shared-ui')

    const build = join(project, 'dist')
    const { parts } = JSON.parse(await readFile(join(build, 'release.json'), 'utf8'))
    expect(parts).toHaveLength(1)
    const { sources } = JSON.parse(await readFile(join(build, `${parts[0]}.map`), 'utf8'))
    expect(sources).toEqual([expect.stringMatching(/\/src\/fix\.ts$/)])

    const { usesOwnSharedUi } = await openTab(page, newOffice.shellUrl)
    expect(usesOwnSharedUi()).toBe(true)
    await page.getByRole('tab', { name: 'Usuarios' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Usuarios' }).getByRole('row').nth(10)).toBeVisible()
  })

  await test.step('after an update of its packages, its build has the copy of the shell again', async () => {
    const manifest = join(project, 'package.json')
    const shell = await (await fetch(`${newOffice.shellUrl}/release.json`)).json()
    const contract = shell.provides['shared-auth']
    const versions = { 'shared-auth': contract, 'shared-ui': versionIn(next, 'shared-ui'), shell: shell.version }
    for (const [name, version] of Object.entries(versions))
      await rewrite(manifest, new RegExp(`"@canje/${name}": ".+?"`), `"@canje/${name}": "${version}"`)
    await npm(project, 'install')
    await npm(project, 'run', 'typecheck')
    await npm(project, 'run', 'build')
    const build = JSON.parse(await readFile(join(project, 'dist/release.json'), 'utf8'))
    expect(contract).toBe(versionIn(next, 'shared-auth'))
    expect(build.requires['shared-auth']).toBe(`^${contract}`)
    expect(build.sharedUi.key).toBe(shell.sharedUi)
  })
})
