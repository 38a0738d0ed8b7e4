import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

/** In ms. Servers stop within it. */
const STOP_LIMIT = 4_000
const POLL = 50
/** Windows has no process groups. */
const detached = process.platform !== 'win32'

interface Options {
  cwd: string
  env?: NodeJS.ProcessEnv
  /** Stops the script and all processes that it has started. The promise rejects once they have ended. */
  stop: AbortSignal
  /** Descriptor of a file for its output; by default, it goes to this terminal. */
  output?: number
}

/**
 * Runs a script of Node.js in a process group of its own. A test runner that is stopped
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
    detached,
    stdio: ['ignore', output ?? 'inherit', output ?? 'inherit'],
  })
  let stopped: Promise<void> | undefined
  const onStop = () => {
    stopped = endGroup(child.pid)
  }
  stop.addEventListener('abort', onStop)
  const [code] = await once(child, 'exit')
  stop.removeEventListener('abort', onStop)
  await stopped
  stop.throwIfAborted()
  return code
}

async function endGroup(leader = Number.NaN): Promise<void> {
  const limit = Date.now() + STOP_LIMIT
  let signal: NodeJS.Signals | 0 = 'SIGINT'
  while (signalGroup(leader, signal)) {
    signal = Date.now() < limit ? 0 : 'SIGKILL'
    await setTimeout(POLL)
  }
}

/** @param signal 0 only checks @returns false when no process is left */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(detached ? -leader : leader, signal)
  } catch {
    return false
  }
}
