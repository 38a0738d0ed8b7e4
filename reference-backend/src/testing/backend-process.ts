import { startReferenceBackend } from '../index'
import { admin } from './backend'

/** A backend of its own process on the embedded database in the folder of its argument, until SIGTERM. */
const [directory = ''] = process.argv.slice(2)
const backend = await startReferenceBackend({
  database: { kind: 'embedded', directory },
  securityPort: 0,
  apiPort: 0,
  allowedOrigins: [],
  seed: { users: 0, codes: 0, scores: 0, referrals: 0 },
  admin,
  logLevel: 'error',
  logStream: process.stderr,
}).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
process.once('SIGTERM', () => backend.close())
const { securityUrl, apiUrl } = backend
console.log(JSON.stringify({ securityUrl, apiUrl }))
