/** A process that publishes one build and makes it live: `release-process.ts <store> <dist> <key file>`. */
import { makeLive, openStore, publish, readKey } from '../index'

const [location = '', dist = '', keyFile = ''] = process.argv.slice(2)
const store = openStore(location)
await makeLive(store, [await publish(store, dist)], await readKey(keyFile))
