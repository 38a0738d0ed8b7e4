import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyEmptyDatabase } from './empty-database'

/** A user's own namespace of mounts: nothing of it outlives its processes. */
const NAMESPACE = ['unshare', '--map-root-user', '--mount'] as const

/** Options of tests that mount file systems: where the system refuses that, they are skipped with the reason. */
export const withMounts = {
  skip: spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt']).status !== 0,
  meta: { skipReason: 'This system lets the user mount no file system in a namespace of its own.' },
}

const SCRIPT = `
set -e
source=$1 disk=$2 free=$3
shift 3
mount -t tmpfs -o size=100m none "$disk"
cp -a "$source" "$disk/database"
room=$(df -k "$disk" | awk 'END { print $4 }')
dd if=/dev/zero of="$disk/filler" bs=1k count=$((room - free)) status=none
exec "$@"`

/**
 * Starts `backend-process.ts` on a small disk of its own, with an empty database.
 * @param freeKb the free room beside it
 */
export async function startOnSmallDisk(freeKb: number) {
  const folder = mkdtempSync(join(tmpdir(), 'reference-backend-disk-'))
  const [source, disk] = [join(folder, 'source'), join(folder, 'disk')]
  await copyEmptyDatabase(source)
  mkdirSync(disk)
  const [namespace, ...options] = NAMESPACE
  const program = fileURLToPath(new URL('./backend-process.ts', import.meta.url))
  const backend = [process.execPath, '--liftoff-only', '--import', 'tsx', program, join(disk, 'database')]
  const args = [...options, 'sh', '-c', SCRIPT, 'sh', source, disk, String(freeKb), ...backend]
  const child = spawn(namespace, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  // This process is in another namespace.
  const filler = join('/proc', String(child.pid), 'root', disk, 'filler')
  return {
    process: child,
    /** Frees more than a database needs. */
    free: () => rmSync(filler),
    /** Fills the disk. */
    fill: () => spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']),
    /** Removes what the test has left; the process must have ended. */
    remove: () => rmSync(folder, { recursive: true }),
  }
}
