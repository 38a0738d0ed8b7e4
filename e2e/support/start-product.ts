import { releaseStoreIn } from '@canje/cli/dev-stack'
import getPort from 'get-port'
import { startProduct } from 'repo/testing'
import { openShellBeside } from './other-shell'

/** V8 would optimize the code of the database engine, which takes more time than it saves in a short run. */
const NODE_OPTIONS = `--import=data:text/javascript,import{setFlagsFromString}from'node:v8';setFlagsFromString('--liftoff-only')`

/**
 * Playwright's global setup: runs `npm start` on free ports with a temporary data folder, and a second shell that allows
 * previews.
 *
 * @returns the teardown, which stops the product and deletes its data
 */
export default async function globalSetup() {
  const { shellUrl, remotesUrl, environment, close } = await startProduct({ NODE_OPTIONS })
  const previewOrigin = `http://localhost:${await getPort()}`
  const previewShell = await openShellBeside(shellUrl, { previewOrigins: [previewOrigin] })
  process.env.SHELL_URL = shellUrl
  process.env.RELEASES_DIRECTORY = releaseStoreIn(environment.DATA_DIR ?? '')
  process.env.REMOTES_URL = remotesUrl
  process.env.PREVIEW_ORIGIN = previewOrigin
  process.env.PREVIEW_SHELL_URL = previewShell.url
  return () => Promise.all([close(), previewShell.close()])
}
