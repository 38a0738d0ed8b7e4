import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { NAMESPACE } from '@canje/reference-backend/testing'
import { ROOT } from 'repo'

const SCRIPT = fileURLToPath(new URL('./unwritable.sh', import.meta.url))
/** The folders and files of a run. */
interface Places {
  data: string
  /** An empty folder. */
  mounted: string
  /** A file that gets what the command has changed; nothing when that is nothing. */
  differences: string
}

/** Which file system has no room, and which folder of the data it holds. */
export type Unwritable = { kind: 'read-only' } | { kind: 'full'; folder: string; freeKb: number }

/**
 * Runs `canje` on a copy of a data folder in such a file system.
 */
export async function runUnwritable(
  [program, ...args]: readonly [string, ...string[]],
  unwritable: Unwritable,
  { data, mounted, differences }: Places,
  environment: Record<string, string>,
  input: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [state, folder] =
    unwritable.kind === 'full' ? [String(unwritable.freeKb), unwritable.folder] : ['read-only', '.']
  const { PATH, HOME } = process.env
  const [namespace, ...options] = NAMESPACE
  const child = spawn(
    namespace,
    [
      ...options,
      'sh',
      SCRIPT,
      data,
      mounted,
      differences,
      state,
      folder,
      process.execPath,
      '--liftoff-only',
      program,
      ...args,
    ],
    { cwd: ROOT, env: { PATH, HOME, ...environment, DATA_DIR: mounted }, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  child.stdin.on('error', () => undefined).end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}
