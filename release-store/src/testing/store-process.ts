/**
 * A process that changes a store in which 1.1.0 of mf-codes is live after 1.0.0, and 1.2.0 is stored, with a fault at a step:
 * `store-process.ts <store> <folder> <command> <fault> <step>`. The folder has the key, and the build that `publish`
 * publishes. It prints the number of its steps.
 */
import { join } from 'node:path'
import { makeLive, openStore, prune, publish, readKey, readRelease, rollBack, withdraw } from '../index'
import { type Fault, injectFault } from './faults'

const [location = '', folder = '', command = '', fault, step] = process.argv.slice(2)
const store = openStore(location)
const key = await readKey(join(folder, 'key.pem'))
const commands: Record<string, () => Promise<unknown>> = {
  publish: async () => makeLive(store, [await publish(store, join(folder, 'dist'))], key),
  promote: async () => {
    const stored = await readRelease(store, 'mf-codes', '1.2.0')
    return makeLive(store, stored ? [stored] : [], key)
  },
  rollback: () => rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key),
  withdraw: () => withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key),
  prune: () => prune(store, { olderThanMs: -60_000 }),
}
const steps = injectFault(fault as Fault, Number(step))
await commands[command]?.().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
console.log(steps())
