/** The part of `npm start` that opens the database, until it is ready. */
import { startBackend } from '../backend'
import { readSettings } from '../settings'

const backend = await startBackend(readSettings(process.env))
await backend.close()
