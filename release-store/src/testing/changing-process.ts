/**
 * A process that changes a store: `changing-process.ts <store> <key file> <folder> <remote> <changes> <last step>`. Each
 * change publishes a version and makes it live, promotes a stored one, or rolls back. It prints the versions that the
 * registry should list after each. It kills itself at the given step of {@link injectFault}; with -1 it runs to its end.
 */
import { makeLive, openStore, publish, readKey, readRelease, rollBack } from '../index'
import { injectFault } from './faults'
import { writeBuild } from './store'

const [location = '', keyFile = '', folder = '', name = '', changes, lastStep] = process.argv.slice(2)
const store = openStore(location)
const key = await readKey(keyFile)
let expected: string[] = []
injectFault('kill', Number(lastStep))

for (let number = 1; number <= Number(changes); number++) {
  const [from, to] = expected
  if (number % 4 === 0 && from !== undefined && to !== undefined) {
    await rollBack(store, { name, from, to }, key)
    expected = expected.slice(1)
  } else if (number % 4 === 3 && from !== undefined && to !== undefined) {
    const stored = await readRelease(store, name, to)
    if (!stored) throw new Error(`${name} ${to} is not in the store.`)
    await makeLive(store, [stored], key)
    expected = [to, from, ...expected.slice(2)]
  } else {
    const version = `1.${number}.0`
    const dist = await writeBuild(folder, { name, version, build: `b${number}` })
    await makeLive(store, [await publish(store, dist)], key)
    expected = [version, ...expected].slice(0, 6)
  }
  console.log(JSON.stringify(expected))
}
