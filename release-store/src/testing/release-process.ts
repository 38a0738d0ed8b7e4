/** A process that publishes one build and makes it live: `release-process.ts <store> <dist> <key file>`. */
import { makeLive, publish, readKey } from '../index'

const [store = '', dist = '', keyFile = ''] = process.argv.slice(2)
await makeLive(store, [await publish(store, dist)], await readKey(keyFile))
