import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../context'
import { refuseIfAny } from '../findings'
import { otherBuild } from '../other-build'
import type { Outcome } from '../outcome'
import { checkReport } from '../packed/check-report'
import { unpack } from '../packed/packed-file'
import { remoteNameIn } from '../target'
import { publishChecked } from './publish-checked'

/**
 * Publishes what `pack` wrote, and makes it live. It builds nothing and runs no code of the remote, not even in a browser.
 *
 * @param file absolute path
 * @param target name that the release must have; by default, that of package.json in the current folder, if it is a remote's
 */
export async function publishPacked(context: Context, file: string, target: string | undefined): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-packed-'))
  try {
    const report = await unpack(file, folder)
    const source = await otherBuild(folder, target ?? remoteNameIn(context.folder))
    refuseIfAny(checkReport(report, context.shells, context.options.maxAge))
    const prepare = async () => ({ ...(await source.prepare(context)), tests: report.tests })
    return await publishChecked(context, { ...source, prepare, isOpened: true })
  } finally {
    await rm(folder, { recursive: true })
  }
}
