import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findRemotes } from '@canje/cli/project'
import { ROOT } from 'repo'
import type { Bench } from '../suite'
import { threshold } from '../threshold'

/** Records the compressed size of each remote's entry, from the builds. */
export function recordEntries(bench: Bench): void {
  const entries = findRemotes(ROOT).map(({ name, directory }) => ({ name, size: sizeOf(directory, 'remoteEntry') }))
  for (const { name, size } of entries) {
    bench.record(`Remote entry of ${name}`, { unit: 'KB gzip', subject: [size], threshold: threshold.atMost(14) })
  }
  const shell = join(ROOT, 'shell')
  const own = sizeOf(shell, 'main')
  const sum = entries.reduce((sum, { size }) => sum + size, own)
  bench.record("The shell's main chunk and five remote entries", {
    unit: 'KB gzip',
    subject: [sum],
    threshold: threshold.atMost(110),
  })
  const login = own + sizeOf(shell, 'vendor')
  bench.record('Scripts of /login', { unit: 'KB gzip', subject: [login], threshold: threshold.atMost(200) })
}

/** @returns the gzipped size of a chunk's script, in KB */
function sizeOf(project: string, chunk: string): number {
  const dist = join(project, 'dist')
  const file = readdirSync(dist).find((name) => name.startsWith(`${chunk}.`) && name.endsWith('.js'))
  if (!file) throw new Error(`${dist} has no script of the chunk "${chunk}".`)
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000
}
