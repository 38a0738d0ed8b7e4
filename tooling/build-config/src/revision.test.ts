import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { revisionOf } from './revision'

const CANNOT_TELL = 'git cannot tell: run "git log" and "git status" there'
const COMMIT_TIME = '2026-11-21T08:00:00.000Z'
let folder: string
let directory: string
let files: string[]

beforeEach(async () => {
  // Marks that git, shells and URLs treat specially.
  folder = await realpath(await mkdtemp(join(tmpdir(), 'canje #revision-')))
  directory = join(folder, 'mf-codes')
  files = ['src/Tab.tsx', 'src/columns.ts'].map((path) => join(directory, path))
  await write('src/Tab.tsx')
  for (const name of ['GIT_AUTHOR', 'GIT_COMMITTER']) {
    vi.stubEnv(`${name}_NAME`, 'Test')
    vi.stubEnv(`${name}_EMAIL`, 'test@example.com')
    vi.stubEnv(`${name}_DATE`, COMMIT_TIME)
  }
})
afterEach(() => vi.unstubAllEnvs())

async function write(path: string, content = path) {
  await mkdir(dirname(join(directory, path)), { recursive: true })
  await writeFile(join(directory, path), content)
}
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
function commit() {
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Add a tab')
  return { commit: git('rev-parse', 'HEAD'), builtAt: COMMIT_TIME }
}
const revision = () => revisionOf(directory, files)
const unknown = (commitUnknown: string) => ({ commit: null, commitUnknown })

it('returns the commit that contains all inputs, and its time', async () => {
  const expected = commit()
  await write('README.md')
  expect(revision()).toEqual(expected)
})

it.each<[string, () => Promise<unknown>, string]>([
  ['a new file', () => write('src/columns.ts'), 'not committed: mf-codes/src/columns.ts'],
  ['a changed file', () => write('src/Tab.tsx', 'changed'), 'not committed: mf-codes/src/Tab.tsx'],
  ['a deleted file', () => rm(join(directory, 'src/Tab.tsx')), 'not committed: mf-codes/src/Tab.tsx'],
  [
    'an ignored file',
    async () => {
      await writeFile(join(folder, '.git/info/exclude'), 'columns.ts')
      await write('src/columns.ts')
    },
    'not committed: mf-codes/src/columns.ts',
  ],
  [
    'several files',
    async () => {
      for (const file of files) await writeFile(file, 'changed')
    },
    'not committed: mf-codes/src/Tab.tsx and others',
  ],
])('names %s that is not committed', async (_what, change, reason) => {
  commit()
  await change()
  expect(revision()).toEqual(unknown(reason))
})

it('says that there is no repository, or that git cannot read it', async () => {
  expect(revision()).toEqual(unknown('its folder is in no git repository'))
  git('init', '--quiet')
  expect(revision()).toEqual(unknown(CANNOT_TELL))
  vi.stubEnv('PATH', folder)
  expect(revision()).toEqual(unknown(CANNOT_TELL))
})

it('is the same for another owner of the checkout', () => {
  const expected = commit()
  // As git sees a repository of another user.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1')
  expect(() => git('status')).toThrow('dubious ownership')
  expect(revision()).toEqual(expected)
})

const asRoot = { skip: process.getuid?.() !== 0, meta: { skipReason: 'Only root gives a folder to another user.' } }
it('leaves a repository of another user than the project’s to git', asRoot, async () => {
  commit()
  await chown(join(folder, '.git'), 65_534, 65_534)
  await chown(folder, 65_534, 65_534)
  expect(revision()).toEqual(unknown(CANNOT_TELL))
})

it('is the same with other modes of the files, in a shallow clone, and in a hook of another repository', async () => {
  const expected = commit()
  await chmod(join(directory, 'src/Tab.tsx'), 0o755)
  git('config', 'core.fileMode', 'true')
  vi.stubEnv('GIT_DIR', '/tmp/other/.git')
  vi.stubEnv('GIT_INDEX_FILE', '/tmp/other/.git/index')
  expect(revision()).toEqual(expected)
  vi.stubEnv('GIT_DIR', undefined)
  vi.stubEnv('GIT_INDEX_FILE', undefined)
  git('clone', '--quiet', '--depth', '1', `file://${encodeURI(folder).replace('#', '%23')}`, 'shallow')
  const clone = join(folder, 'shallow/mf-codes')
  expect(revisionOf(clone, [join(clone, 'src/Tab.tsx')])).toEqual(expected)
})
