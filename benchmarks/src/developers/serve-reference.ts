import { join } from 'node:path'
import { originOf, startShellDevServer } from '@canje/cli/dev-stack'
import { readPackage } from '@canje/cli/project'
import { ROOT } from 'repo'
import { bundledStates } from '../../reference/bundled-states'

/** Serves the reference bundle with hot reload, as `npm run dev` serves the shell. */
const { PORT, SECURITY_URL: securityUrl = '', API_URL: apiUrl = '' } = process.env
const origin = originOf(Number(PORT))
const reference = { ...readPackage(join(ROOT, 'benchmarks')), directory: join(ROOT, 'benchmarks/reference') }
const { trust } = await bundledStates()
const config = { securityUrl, apiUrl, storeUrl: origin, ...trust }
// Its scripts have no hashes: with an origin of dev servers, the page's policy only reports them.
await startShellDevServer(reference, Number(PORT), config, [origin])
console.log(`Back office ready: ${origin}`)
