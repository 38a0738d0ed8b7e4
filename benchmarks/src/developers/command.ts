import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { runChild } from '@canje/cli/project'

/** Start of the line that `npm run dev` prints once staff can sign in. */
export const READY = 'Back office ready'

export interface Command {
  executable: string
  args: string[]
  cwd: string
  env?: Record<string, string>
}

/**
 * Starts a server and waits for its {@link READY} line.
 *
 * @throws {Error} with the server's output, when it exits first
 */
export async function startServer({ executable, args, cwd, env }: Command): Promise<{ close(): Promise<unknown> }> {
  const child = spawn(executable, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        if (line.startsWith(READY)) resolve()
      })
    }
    child.once('error', reject)
    child.once('exit', () =>
      reject(new Error(`${executable} ${args.join(' ')} exited before it was ready:\n${output}`)),
    )
  })
  const exited = once(child, 'exit')
  return {
    close() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/**
 * Runs an npm command to completion.
 *
 * @returns its duration in milliseconds
 * @throws {Error} with the command's output, when it fails
 */
export async function timeNpm(args: string[], cwd: string, signal: AbortSignal): Promise<number> {
  const start = performance.now()
  const { code, output } = await runChild('npm', args, { cwd, signal })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${output}`)
  return performance.now() - start
}
