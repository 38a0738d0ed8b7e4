import { parseArgs } from 'node:util'
import { UsageError } from '@canje/cli/project'
import { nextSteps } from '@canje/create-tab'
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
  const tab = createRemote(name, label, undefined, kind)
  const code = (await runNpm(['install', '--no-progress'], { cwd: ROOT, stop })) ?? 1
  if (code !== 0) return code
  console.log(`${nextSteps(tab)}
Commit ${name} and package-lock.json, which has the new package.`)
  return 0
}
