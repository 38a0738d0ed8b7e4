import { join } from 'node:path'
import { originOf, startShellDevServer } from '@canje/cli/dev-stack'
import { readPackage } from '@canje/cli/project'
import { ROOT } from 'repo'
import { READY } from './command'

/** Serves the reference bundle with hot reload, as `npm run dev` serves the shell. */
const { PORT, SECURITY_URL: securityUrl = '', API_URL: apiUrl = '' } = process.env
const reference = { ...readPackage(join(ROOT, 'benchmarks')), directory: join(ROOT, 'benchmarks/reference') }
const config = { securityUrl, apiUrl, registryUrl: `${originOf(Number(PORT))}/registry.json` }
await startShellDevServer(reference, Number(PORT), config, [])
console.log(READY)
