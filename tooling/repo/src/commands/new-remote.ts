import { parseArgs } from 'node:util'
import { UsageError } from '@canje/cli/project'
import { createRemote } from '../new-remote'
import { runNpm } from '../process-group'
import { ROOT } from '../workspace'

export const usage = `Usage: npm run new-remote -- <name> --label <label> [--kind table|form|chart]

Creates a remote, which adds a tab, in a folder of that name. For example:
  npm run new-remote -- mf-premios --label Premios`

/** `npm run new-remote`: creates a remote that builds and passes its tests, and installs it. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const options = { label: { type: 'string' }, kind: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [name, ...others] = positionals
  const { label, kind } = values
  if (!name || !label || others.length > 0) throw new UsageError()
  const { id, order } = createRemote(name, label, undefined, kind)
  console.log(`Created ${name}: the tab ${label}, number ${order}, at /main?tab=${id}. It lists users until you change it.

Put its requests in src/api, its tab in src/Tab.tsx, and its tests in tests.
  npm run dev -w ${name}     the tab in the shell, with hot reload
  npm test -w ${name}        its tests, against the reference backend
  npm run build -w ${name}   a production build, in ${name}/dist
Commit ${name} and package-lock.json, which npm install now changes.
`)
  return (await runNpm(['install', '--no-progress'], { cwd: ROOT, stop })) ?? 1
}
