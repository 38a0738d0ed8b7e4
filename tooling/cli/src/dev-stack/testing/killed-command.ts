import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ROOT } from 'repo'

const PRELOADED = new URL('./kill-at-step.mjs', import.meta.url).href
const LATER_VERSION = new URL('./later-version.mjs', import.meta.url).href
const START = fileURLToPath(new URL('./start-backend.ts', import.meta.url))

/** The arguments of `npm run staff`, or `start`. */
export type CommandLine = readonly ['staff' | 'start', ...string[]]

/** When a process is killed: at a step of one of its threads, or after a part of its time. */
export type Moment = { thread: Thread; step: number } | { afterMs: number }
export type Thread = 'main' | 'engine'

/** A command that has ended by itself. */
export interface Ended {
  /** 0, or null when it was killed. */
  code: number | null
  durationMs: number
  stderr: string
}

/**
 * Runs a command in a process of its own, and kills it at a moment.
 *
 * @param environment has `DATA_DIR`; with `LATER_VERSION`, the command is of a later version, with a migration of its own
 * @param input of its standard input
 */
export async function runAndKill(
  [command, ...args]: CommandLine,
  environment: Record<string, string>,
  input: string,
  moment?: Moment,
): Promise<Ended> {
  const { PATH, HOME } = process.env
  const program = command === 'start' ? ['--import', 'tsx', START] : [join(ROOT, 'tooling/cli/src/canje.mjs'), command]
  const startMs = performance.now()
  // As in the tests' own process (vitest.config.ts).
  const child = spawn(process.execPath, ['--liftoff-only', ...program, ...args], {
    cwd: ROOT,
    env: {
      ...{ PATH, HOME, ...environment },
      NODE_OPTIONS: [PRELOADED, ...(environment.LATER_VERSION ? [LATER_VERSION] : [])]
        .map((module) => `--import ${module}`)
        .join(' '),
      STEPS_IN: environment.DATA_DIR,
      ...(moment && 'step' in moment && { KILL_AT: `${moment.thread}:${moment.step}` }),
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.on('error', () => undefined).end(input)
  // Not a wait for a condition: the moment is the input of the test.
  const timer = moment && 'afterMs' in moment ? setTimeout(() => child.kill('SIGKILL'), moment.afterMs) : undefined
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
  clearTimeout(timer)
  return { code: child.exitCode, durationMs: performance.now() - startMs, stderr }
}

/** Runs a command completely, and counts the steps of each thread. */
export async function countSteps(line: CommandLine, environment: Record<string, string>, input: string) {
  const file = `${environment.DATA_DIR}.steps`
  const { code, durationMs, stderr } = await runAndKill(line, { ...environment, STEPS_FILE: file }, input)
  if (code !== 0) throw new Error(`${line.join(' ')} failed: ${stderr}`)
  const steps = async (thread: Thread) => Number(await readFile(`${file}.${thread}`, 'utf8').catch(() => '0'))
  return { main: await steps('main'), engine: await steps('engine'), durationMs }
}
