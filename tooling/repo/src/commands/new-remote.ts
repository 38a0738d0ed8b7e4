import { parseArgs } from 'node:util'
import { CommandError, runChild, runNode, UsageError } from '@canje/cli/project'
import { createRemote } from '../new-remote'
import { ROOT } from '../workspace'

export const usage = `Usage: npm run new-remote -- <name> --label <label> [--kind table|form|chart]

Creates a remote, which adds a tab, in a folder of that name. For example:
  npm run new-remote -- mf-premios --label Premios`

/** `npm run new-remote`: creates a remote that builds and passes its tests. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const options = { label: { type: 'string' }, kind: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [name, ...others] = positionals
  const { label, kind } = values
  if (!name || !label || others.length > 0) throw new UsageError()
  const { id, order } = createRemote(name, label, undefined, kind)
  console.log(
    `Created ${name}: the tab ${label}, number ${order}, at /main?tab=${id}. It lists users until you change it.`,
  )
  const { code, output } = await install({ cwd: ROOT, signal: stop })
  if (code !== 0)
    throw new CommandError(
      `npm install failed, so ${name} is not in package-lock.json. Run npm install again.\n${output}`,
    )
  console.log(nextSteps(name))
  return 0
}

/** With the npm that runs this command: on Windows, `npm` is no program. */
function install(options: { cwd: string; signal: AbortSignal }) {
  const npm = process.env.npm_execpath
  const args = ['install', '--no-progress']
  return npm ? runNode(npm, args, options) : runChild('npm', args, options)
}

function nextSteps(name: string): string {
  return `
Put its requests in src/api, its tab in src/Tab.tsx, and its tests in tests.
  npm run dev -w ${name}     the tab in the shell, with hot reload
  npm test -w ${name}        its tests, against the reference backend
  npm run build -w ${name}   a production build, in ${name}/dist
Commit ${name} and package-lock.json.`
}
