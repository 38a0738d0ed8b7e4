/**
 * A process that holds the lock of a store: `holding-process.ts <store> <key file>`. It prints `held` and blocks until it
 * reads a line, like a suspended process. Then it makes its change and prints whether that was done or rejected.
 */
import { readSync, writeSync } from 'node:fs'
import { changeRegistry } from '../change-registry'
import { openStore, readKey } from '../index'
import { stateOf } from '../registry-file'

const [location = '', keyFile = ''] = process.argv.slice(2)
const key = await readKey(keyFile)
const outcome = await changeRegistry(openStore(location), key, { command: 'withdraw' }, (registry) => {
  writeSync(1, 'held\n')
  readSync(0, Buffer.alloc(1))
  const remote = stateOf(registry, 'mf-codes')
  return remote ? [{ ...remote, withdrawn: ['0.1.0'] }] : []
}).then(
  () => 'done',
  (error: Error) => `rejected: ${error.message}`,
)
writeSync(1, `${outcome}\n`)
