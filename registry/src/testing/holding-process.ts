/**
 * A process that holds the lock of a store: `holding-process.ts <store>`. It says `held` and keeps the lock until it
 * reads a line: meanwhile nothing else runs in it, as in a suspended process. Then it makes its change, and says whether
 * that was done or refused.
 */
import { readSync, writeSync } from 'node:fs'
import { updateRegistry } from '../store/registry-file'

const [store = ''] = process.argv.slice(2)
const outcome = await updateRegistry(store, undefined, (remotes) => {
  writeSync(1, 'held\n')
  readSync(0, Buffer.alloc(1))
  return remotes
}).then(
  () => 'done',
  (error: Error) => `refused: ${error.message}`,
)
writeSync(1, `${outcome}\n`)
