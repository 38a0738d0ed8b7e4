import { join } from 'node:path'
import { startShellDevServer } from 'local-stack/src/dev-server'
import { originOf } from 'local-stack/src/http-server'
import { ROOT, readPackage } from 'local-stack/src/workspace'
import { READY } from './command'

/** The one bundle with hot reload, served as `npm run dev` serves the shell. */
const { PORT, SECURITY_URL: securityUrl = '', API_URL: apiUrl = '' } = process.env
const reference = { ...readPackage(join(ROOT, 'bench')), directory: join(ROOT, 'bench/reference') }
const config = { securityUrl, apiUrl, registryUrl: `${originOf(Number(PORT))}/registry.json` }
await startShellDevServer(reference, Number(PORT), config, [])
console.log(READY)
