import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { aborted } from 'node:util'

/** In ms. Servers stop within it. */
const STOP_LIMIT = 4_000
const POLL = 50
/** Windows has no process groups. */
const detached = process.platform !== 'win32'

interface Options extends Pick<SpawnOptions, 'cwd' | 'env' | 'timeout'> {
  /** Stops the script. The promise rejects once all its processes have ended. */
  stop: AbortSignal
  /** Descriptor of a file for its output; by default, it goes to this terminal. */
  output?: number
}

/**
 * Runs a script of Node.js in a process group of its own, and ends what is left of the group: a test runner that is stopped
 * would leave the servers and browsers of its tests running.
 *
 * @returns its exit code; null when a signal ended it
 */
export async function runGroup(
  script: string,
  args: string[],
  { stop, output, ...options }: Options,
): Promise<number | null> {
  stop.throwIfAborted()
  const child = spawn(process.execPath, [script, ...args], {
    ...options,
    killSignal: 'SIGKILL',
    detached,
    stdio: ['ignore', output ?? 'inherit', output ?? 'inherit'],
  })
  const exit = once(child, 'exit')
  await Promise.race([exit, aborted(stop, stop)])
  await endGroup(child.pid)
  stop.throwIfAborted()
  const [code] = await exit
  return code
}

/** Runs the npm that has started this process: on Windows, `npm` is no program. */
export function runNpm(args: string[], options: Options): Promise<number | null> {
  return runGroup(process.env.npm_execpath ?? '', args, options)
}

async function endGroup(leader = Number.NaN): Promise<void> {
  const limit = Date.now() + STOP_LIMIT
  let signal: NodeJS.Signals | 0 = 'SIGINT'
  while (signalGroup(leader, signal) && Date.now() < limit) {
    signal = 0
    await setTimeout(POLL)
  }
  if (signalGroup(leader, 'SIGKILL')) await setTimeout(POLL)
}

/** @param signal 0 only checks @returns false when no process is left */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(detached ? -leader : leader, signal)
  } catch {
    return false
  }
}
