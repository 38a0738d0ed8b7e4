/**
 * A process that changes a store in which 1.1.0 of mf-codes is live after 1.0.0, and 1.2.0 is stored, with a fault at a step:
 * `store-process.ts <store> <folder> <command> <fault> <step>`. The folder has the key, and the build that `publish`
 * publishes. It prints the number of its steps.
 */
import { join } from 'node:path'
import { makeLive, openStore, publish, readKey, readRelease, rollBack, withdraw } from '../index'
import { prune } from '../prune'
import { type Fault, injectFault } from './faults'
import { authorityOf } from './store'

const [location = '', folder = '', command = '', fault, step] = process.argv.slice(2)
const store = openStore(location)
const key = await readKey(join(folder, 'key.pem'))
const note = { authority: authorityOf(key, { 'mf-codes': [key] }) }
const commands: Record<string, () => Promise<unknown>> = {
  publish: async () => makeLive(store, await publish(store, join(folder, 'dist')), key, note),
  promote: async () => {
    const stored = await readRelease(store, 'mf-codes', '1.2.0')
    return stored && makeLive(store, stored, key, note)
  },
  rollback: () => rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key, note),
  withdraw: () => withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key, note),
  prune: () => prune(store, 'mf-codes', { olderThanMs: 0, unnamedMs: -60_000 }, key, note),
}
const steps = injectFault(fault as Fault, Number(step))
await commands[command]?.().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
console.log(steps())
