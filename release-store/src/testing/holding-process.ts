/**
 * A process that holds the lock of a store: `holding-process.ts <store>`. It prints `held` and blocks until it reads a
 * line, like a suspended process. Then it makes its change and prints whether that was done or rejected.
 */
import { readSync, writeSync } from 'node:fs'
import { openStore } from '../open-store'
import { updateRegistry } from '../registry-file'

const [location = ''] = process.argv.slice(2)
const store = openStore(location)
const outcome = await updateRegistry(store, undefined, (listing) => {
  writeSync(1, 'held\n')
  readSync(0, Buffer.alloc(1))
  return listing
}).then(
  () => 'done',
  (error: Error) => `rejected: ${error.message}`,
)
writeSync(1, `${outcome}\n`)
