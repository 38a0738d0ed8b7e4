import { type SpawnOptions, spawn } from 'node:child_process'

export interface ChildResult {
  /** Null when a signal ended it. */
  code: number | null
  /** Standard output and standard error, as they came; empty when they were not ours to read. */
  output: string
}

/**
 * Runs a program to its end.
 *
 * @param options.signal sends `options.killSignal` to the program (SIGTERM by default); once it is gone, the promise rejects
 */
export function runChild(program: string, args: string[], options: SpawnOptions): Promise<ChildResult> {
  const { signal, killSignal, ...spawnOptions } = options
  signal?.throwIfAborted()
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...spawnOptions })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const kill = () => child.kill(killSignal)
  signal?.addEventListener('abort', kill)
  return new Promise<ChildResult>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (signal?.aborted ? reject(signal.reason) : resolve({ code, output })))
  }).finally(() => signal?.removeEventListener('abort', kill))
}

/** Runs a program of an installed package under this Node. */
export function runNode(script: string, args: string[], options: SpawnOptions): Promise<ChildResult> {
  return runChild(process.execPath, [script, ...args], options)
}
