import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Variables that git sets for its hooks, which may run a build. */
const OF_HOOKS = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']
/** The path in a reason is shortened to this many characters. */
const MAX_PATH = 120

/**
 * The current commit, if it contains the files in their present state. The owner and the modes of the files do not
 * matter, nor does the depth of the clone.
 *
 * @param directory absolute path of the project
 * @param files absolute paths, at least one
 * @returns with the time of the commit, in ISO 8601; or why it is unknown, as in `its folder is in no git repository`
 */
export function revisionOf(directory: string, files: string[]) {
  const root = repositoryOf(directory)
  if (!root) return unknown('its folder is in no git repository')
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' }
  for (const name of OF_HOOKS) Reflect.deleteProperty(env, name)
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'core.fileMode=false', ...trusting(root, directory), ...args], {
      cwd: root,
      encoding: 'utf8',
      env,
      maxBuffer: Number.POSITIVE_INFINITY,
    })
  const head = git('rev-list', '--max-count=1', '--timestamp', 'HEAD')
  const changes = git('status', '--porcelain', '-z', '--untracked-files=all', '--ignored', '--', ...files)
  if (head.status !== 0 || changes.status !== 0) return unknown('git cannot tell: run "git log" and "git status" there')
  // `XY path`, for each file that differs.
  const [first, ...others] = changes.stdout.split('\0').filter(Boolean)
  if (first) return unknown(`not committed: ${printable(first.slice(3))}${others.length > 0 ? ' and others' : ''}`)
  const [seconds, commit = ''] = head.stdout.trim().split(' ')
  return { commit, builtAt: new Date(Number(seconds) * 1000).toISOString() }
}

function unknown(commitUnknown: string) {
  return { commit: null, commitUnknown }
}

function repositoryOf(directory: string): string | undefined {
  if (existsSync(join(directory, '.git'))) return realpathSync(directory)
  return dirname(directory) === directory ? undefined : repositoryOf(dirname(directory))
}

/**
 * Git refuses a repository of another user, whose configuration could run commands. The owner of the project has that
 * power anyway: its build is running.
 */
function trusting(root: string, directory: string): string[] {
  const [owner, ownerOfProject] = [join(root, '.git'), directory].map((path) => statSync(path).uid)
  return owner === ownerOfProject ? ['-c', `safe.directory=${root}`] : []
}

function printable(path: string): string {
  return path.replace(/[^ -~]/g, '?').slice(0, MAX_PATH)
}
