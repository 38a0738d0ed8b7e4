import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from 'workspace'
import { openProduct } from './product'

/**
 * Playwright's global setup: runs `npm start` on free ports with a temporary data folder.
 *
 * @returns the teardown, which stops the product and deletes its data
 */
export default async function startProduct() {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'canje-e2e-'))
  const { shellUrl, remotesUrl, previewOrigin, stop } = await openProduct(ROOT, ['start'], {
    ...process.env,
    DATA_DIR: dataDirectory,
  })
  process.env.SHELL_URL = shellUrl
  process.env.RELEASES_DIRECTORY = join(dataDirectory, 'releases')
  process.env.REMOTES_URL = remotesUrl
  process.env.PREVIEW_ORIGIN = previewOrigin

  return async () => {
    await stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}
