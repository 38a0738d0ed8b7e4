import { type SpawnOptions, spawn } from 'node:child_process'

export interface ChildResult {
  /** Null when a signal ended the process. */
  code: number | null
  /** Standard output and standard error, interleaved; empty unless they are piped. */
  output: string
}

/**
 * Runs a program and waits until it ends.
 *
 * @param options.signal sends `options.killSignal` (SIGTERM by default); the promise rejects once the program ends
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

/** Runs a script with the Node.js of this process. */
export function runNode(script: string, args: string[], options: SpawnOptions): Promise<ChildResult> {
  return runChild(process.execPath, [script, ...args], options)
}
