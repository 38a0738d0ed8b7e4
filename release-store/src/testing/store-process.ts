/**
 * A process that runs one command on a store, with a fault at a step:
 * `store-process.ts <store> <folder> <command> <fault> <step>`. It prints the number of its steps.
 */
import { join } from 'node:path'
import { openStore, readKey } from '../index'
import { runOn, type StoreCommand } from './commands'
import { type Fault, injectFault } from './faults'

const [location = '', folder = '', command, fault, step] = process.argv.slice(2)
const store = openStore(location)
const key = await readKey(join(folder, 'key.pem'))
const steps = injectFault(fault as Fault, Number(step))
await runOn(store, command as StoreCommand, join(folder, 'dist'), key).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
console.log(steps())
