import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { run } from './run'

/** A job of a GitHub workflow. */
interface Job {
  env?: object
  steps: { run?: string; uses?: string; with?: object; env?: object; if?: string }[]
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'canje-create-'))
})

/** Runs the command in the folder, in this process: starting one takes half a second. */
function create(...args: string[]) {
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  const reported = vi.spyOn(console, 'error').mockReturnValue()
  const cwd = process.cwd()
  try {
    process.chdir(folder)
    const status = run(args)
    return { status, stdout: printed.mock.calls.join('\n'), stderr: reported.mock.calls.join('\n') }
  } finally {
    process.chdir(cwd)
    vi.restoreAllMocks()
  }
}
const read = (path: string) => readFileSync(join(folder, 'mf-premios', path), 'utf8')

it('creates a repository with a tab, pipelines and no placeholder left', () => {
  const { status, stdout, stderr } = create('mf-premios', '--label', 'Premios y Regalos', '--order', '7')
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout).toContain('Created mf-premios: the tab Premios y Regalos at /main?tab=premios-y-regalos.')
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name: 'mf-premios',
    canje: { tab: { id: 'premios-y-regalos', label: 'Premios y Regalos', order: 7 } },
  })
  for (const path of ['.gitattributes', '.gitignore', 'tsconfig.json', 'README.md'])
    expect(existsSync(join(folder, 'mf-premios', path)), path).toBe(true)
  // The branch of the pipeline.
  expect(read('.git/HEAD')).toBe('ref: refs/heads/main\n')
  expect(read('.github/workflows/tab.yml').replaceAll('${{ ', '')).not.toContain('{{')
  expect(read('.gitlab-ci.yml')).not.toContain('{{')
})

it('checks and releases with the same commands on GitHub and on GitLab', () => {
  create('mf-premios')
  const { check, pack, release } = parse(read('.github/workflows/tab.yml')).jobs
  const gitlab = parse(read('.gitlab-ci.yml'))
  const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? [])
  expect(commandsOf(check)).toEqual([
    'npm ci',
    'npx playwright install --with-deps chromium',
    'npm run typecheck',
    'npm test',
    'npm run build',
  ])
  expect(gitlab.default.before_script).toEqual([expect.stringMatching(/^npm ci /)])
  expect(gitlab.check.script).toEqual(commandsOf(check).slice(1))
  expect(commandsOf(pack)).toEqual(['npm ci', ...gitlab.pack.script])
  expect(gitlab.pack.script).toEqual(['npm run release -- pack --out mf-premios.tgz --artifacts artifacts'])
  expect(gitlab.pack.artifacts).toMatchObject({ when: 'always', paths: ['mf-premios.tgz', 'artifacts'] })
  const uploaded = pack.steps.filter((step: Job['steps'][number]) => step.if === 'always()')
  expect(uploaded).toEqual([expect.objectContaining({ with: expect.objectContaining({ path: 'artifacts' }) })])
  const publish = commandsOf(release).at(-1)
  const { devDependencies } = JSON.parse(read('package.json'))
  expect(publish).toMatch(
    `npx --yes --ignore-scripts --omit=optional @canje/cli@${devDependencies['@canje/cli']} release publish mf-premios --packed packed/mf-premios.tgz --key `,
  )
  const ofGitlab = publish
    ?.replace('packed/mf-premios.tgz', '"$CI_PROJECT_DIR/mf-premios.tgz"')
    .replace('$RUNNER_TEMP/release-key.pem', '$RELEASE_KEY')
  expect(gitlab.release.script).toEqual(['cd "$(mktemp -d)"', ofGitlab])
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  expect(scripts).toEqual(expect.arrayContaining(['typecheck', 'test', 'build', 'release']))
})

it('gives secrets only to a job of a tag that runs nothing of the repository', () => {
  create('mf-premios')
  const { jobs } = parse(read('.github/workflows/tab.yml'))
  for (const { steps, env } of Object.values<Job>(jobs)) {
    expect(env).toBeUndefined()
    const installing = steps.findIndex(({ run }) => run === 'npm ci')
    expect(steps.slice(0, installing + 1).filter((step) => 'env' in step)).toEqual([])
  }
  expect(jobs.pack).toMatchObject({ needs: 'check', if: "startsWith(github.ref, 'refs/tags/v')" })
  expect(jobs.release).toMatchObject({ needs: 'pack', if: jobs.pack.if })
  const { permissions } = parse(read('.github/workflows/tab.yml'))
  expect(permissions).toEqual({ contents: 'read' })
  const { check, pack, release, stages } = parse(read('.gitlab-ci.yml'))
  expect([check, pack, release].map(({ stage }) => stage)).toEqual(stages)
  for (const { rules } of [pack, release]) expect(rules).toEqual([{ if: '$CI_COMMIT_TAG =~ /^v/' }])
  // Neither the sources, nor what a job of the default installs.
  expect(release).toMatchObject({ variables: { GIT_STRATEGY: 'empty' }, inherit: { default: ['image'] } })
  expect(JSON.stringify([release.script, jobs.release])).not.toMatch(/checkout|npm (ci|install|run)/)
  // Which a person protects, with the secrets in it.
  for (const released of [release, jobs.release]) expect(released.environment).toBe('release')
  for (const checked of [check, jobs.check, pack, jobs.pack]) {
    expect(checked.environment).toBeUndefined()
    expect(JSON.stringify(checked)).not.toMatch(/secrets|AWS_|RELEASE_(?!SHELLS)/)
  }
})

it('tests random steps with new seeds at night', () => {
  create('mf-premios')
  const { on, jobs } = parse(read('.github/workflows/tab.yml'))
  expect(on.schedule).toEqual([{ cron: expect.any(String) }])
  const { env } = jobs.check.steps.find(({ run }: Job['steps'][number]) => run === 'npm test')
  expect(env).toEqual({ LONG_TESTS: expect.stringContaining("github.event_name == 'schedule' && '1' || ''") })
  // Without a condition, a merge request would have two pipelines.
  const [atNight, otherwise] = parse(read('.gitlab-ci.yml')).check.rules
  expect(atNight).toEqual({ if: '$CI_PIPELINE_SOURCE == "schedule"', variables: { LONG_TESTS: '1' } })
  expect(otherwise).toEqual({ if: '$CI_PIPELINE_SOURCE != "merge_request_event"' })
})

it('runs no package that the first job hands over beside the packed file', () => {
  create('mf-premios')
  const { steps }: Job = parse(read('.github/workflows/tab.yml')).jobs.release
  const [downloadedTo] = steps.flatMap(({ with: settings }) => (settings && 'path' in settings ? settings.path : []))
  const { script } = parse(read('.gitlab-ci.yml')).release
  // GitLab puts them into the folder of the job.
  for (const [commands, to] of [
    [steps.at(-1)?.run, String(downloadedTo ?? '')] as const,
    [script.join('\n'), ''] as const,
  ]) {
    const job = mkdtempSync(join(folder, 'job-'))
    const cli = join(job, to, 'node_modules/@canje/cli')
    for (const path of [cli, join(job, to, 'node_modules/.bin')]) mkdirSync(path, { recursive: true })
    writeFileSync(
      join(cli, 'package.json'),
      '{ "name": "@canje/cli", "version": "1.0.0", "bin": { "canje": "planted.js" } }',
    )
    writeFileSync(join(job, to, 'node_modules/.bin/canje'), '#!/bin/sh\necho planted', { mode: 0o755 })
    // The settings of `npm exec`, by which the tests may run, would be those of npx too.
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
    const env = {
      ...Object.fromEntries(own),
      CI_PROJECT_DIR: job,
      npm_config_offline: 'true',
      npm_config_cache: join(folder, 'cache'),
    }
    const { stdout, stderr } = spawnSync('sh', ['-ec', commands ?? ''], { cwd: job, env, encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(stderr).toContain('ENOTCACHED')
  }
})

it('runs the actions of one commit each, and leaves them no credentials', () => {
  create('mf-premios')
  const workflow = read('.github/workflows/tab.yml')
  const used = [...workflow.matchAll(/^ *- uses: (.*)$/gm)].map(([, action]) => action)
  expect(used).toHaveLength(9)
  for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  const jobs = Object.values<Job>(parse(workflow).jobs)
  const checkouts = jobs.flatMap(({ steps }) => steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
  expect(checkouts.map((step) => step.with)).toEqual(Array(2).fill({ 'persist-credentials': false }))
  // A pull request can write to the cache of the checks.
  const { pack, release } = parse(workflow).jobs
  expect(JSON.stringify([pack, release])).not.toContain('"cache"')
})

it('fills an empty clone, with pipelines', () => {
  spawnSync('git', ['init', '--quiet', 'mf-premios'], { cwd: folder })
  const { status, stdout } = create('mf-premios')
  expect(status).toBe(0)
  expect(stdout).not.toContain('It has no pipelines')
  expect(existsSync(join(folder, 'mf-premios/.github/workflows/tab.yml'))).toBe(true)
})

it('creates a folder without pipelines in an existing repository', () => {
  spawnSync('git', ['init', '--quiet'], { cwd: folder })
  const { status, stdout } = create('mf-premios')
  expect(status).toBe(0)
  expect(stdout).toContain('It has no pipelines')
  expect(stdout).toContain('add include=dev')
  const files = readdirSync(join(folder, 'mf-premios'))
  expect(files).toContain('package.json')
  expect(files.filter((name) => /^\.git(?!ignore|attributes)/.test(name))).toEqual([])
})

it('prints its usage', () => {
  expect(create('--help')).toEqual({ status: 0, stdout: expect.stringMatching(/^Usage: npm create/), stderr: '' })
})

it('derives the label from the name', () => {
  create('mf-puntos-de-venta')
  const manifest = JSON.parse(readFileSync(join(folder, 'mf-puntos-de-venta/package.json'), 'utf8'))
  expect(manifest.canje.tab).toMatchObject({ id: 'puntos-de-venta', label: 'Puntos de venta', order: 100 })
})

it.each(['table', 'form', 'chart'])('creates a %s, with its tests', (kind) => {
  const { status, stderr } = create('mf-premios', '--kind', kind)
  expect([status, stderr]).toEqual([0, ''])
  expect(read('src/Tab.tsx')).toContain(`/** Premios: a ${kind}`)
  const ofKind = kind === 'chart' ? ['library.test.tsx'] : []
  const tests = [...ofKind, 'tab.browser.ts', expect.stringMatching(/^tab\.test\.tsx?$/)]
  expect(readdirSync(join(folder, 'mf-premios/tests')).sort()).toEqual(tests)
  const { dependencies } = JSON.parse(read('package.json'))
  expect('chart.js' in dependencies).toBe(kind === 'chart')
})

it.each([
  [[], 'One name of a remote is needed.'],
  [['premios'], '"premios" is not a valid name of a remote: use one like mf-premios.'],
  [['mf-../premios'], 'is not a valid name of a remote'],
  [['mf-a\n\u202eb'], '"mf-a??b" is not a valid name of a remote'],
  [[`mf-${'a'.repeat(10_000)}`], `"mf-${'a'.repeat(97)}" is not a valid name of a remote`],
  [['mf-premios', '--label', 'a'.repeat(41)], 'is not a valid label of a tab'],
  [['mf-premios', '--order', 'last'], 'The order of a tab is a number'],
  [['mf-premios', '--kind', 'map'], '"map" is not a kind of tab: use table, form, chart.'],
  [['mf-taken'], 'mf-taken is not empty: choose another name.'],
  [['mf-premios', '--lable', 'x'], "Unknown option '--lable'"],
])('refuses %j with the reason and the usage, and writes nothing', (args, reason) => {
  mkdirSync(join(folder, 'mf-taken'))
  writeFileSync(join(folder, 'mf-taken/notes.md'), '')
  const { status, stderr } = create(...args)
  expect(status).toBe(2)
  expect(stderr).toContain(reason)
  expect(stderr).toContain('Usage: npm create @canje/tab')
  expect(readdirSync(folder, { recursive: true })).toEqual(['mf-taken', join('mf-taken', 'notes.md')])
})
