/**
 * A process that changes mf-codes: `changing-process.ts <store> <folder> <id> <changes> <last step>`. Each change publishes a
 * version and makes it live, or withdraws the last one; it prints the number of each. The folder has the key. The process kills
 * itself at the given step of {@link injectFault}; with -1 it runs to its end.
 */
import { join } from 'node:path'
import { makeLive, openStore, publish, readKey, withdraw } from '../index'
import { injectFault } from './faults'
import { authorityOf, writeBuild } from './store'

const [location = '', folder = '', id = '', changes, lastStep] = process.argv.slice(2)
const store = openStore(location)
const key = await readKey(join(folder, 'key.pem'))
const authority = authorityOf(key, { 'mf-codes': [key] })
injectFault('kill', Number(lastStep))

for (let number = 1; number <= Number(changes); number++) {
  const note = { authority, by: id, reason: String(number) }
  if (number % 3 === 0) await withdraw(store, { name: 'mf-codes', version: `1.${number - 1}.${id}` }, key, note)
  else {
    const dist = await writeBuild(folder, { version: `1.${number}.${id}`, build: `b${number}-${id}` })
    await makeLive(store, await publish(store, dist), key, note)
  }
  console.log(number)
}
