import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { runChild } from 'workspace'

/** How the line begins by which `npm run dev` says that a sign-in would work. */
export const READY = 'Back office ready'

export interface Command {
  program: string
  args: string[]
  cwd: string
  env?: Record<string, string>
}

/**
 * Starts a server and waits until it is ready.
 *
 * @throws Error with what it printed, when it ends before
 */
export async function startServer({ program, args, cwd, env }: Command): Promise<{ close(): Promise<unknown> }> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        printed += `${line}\n`
        if (line.startsWith(READY)) resolve()
      })
    }
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${program} ${args.join(' ')} ended before it was ready:\n${printed}`)))
  })
  const ended = once(child, 'exit')
  return {
    close() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/**
 * Runs an npm command to its end.
 *
 * @returns the milliseconds it took
 * @throws Error with what it printed, when it fails
 */
export async function timeNpm(args: string[], cwd: string, signal: AbortSignal): Promise<number> {
  const start = performance.now()
  const { code, output } = await runChild('npm', args, { cwd, signal })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${output}`)
  return performance.now() - start
}
