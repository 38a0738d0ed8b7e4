import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOutOfDate, readPackage } from '@canje/cli/project'
import { copyRepository } from 'repo/testing'
import { setVersion } from './styled-builds'

const TAB = `import { useState } from 'react'
export default function Tab() {
  const [detail, setDetail] = useState('')
  const open = async () => setDetail((await import(/* webpackChunkName: 'detail' */ './detail')).detail)
  return <><button type="button" onClick={open}>Ver detalle</button><p>{detail}</p></>
}`

/** The configuration of the template, or that of a team whose bundler puts no hashes of chunks into the loader. */
const configurationOf = (isVerified: boolean) => `import { remoteConfig } from '../rspack.base'
const config = remoteConfig(import.meta.url)
config.plugins = config.plugins.filter((plugin) => ${isVerified} || plugin.constructor.name !== 'SubresourceIntegrityPlugin')
export default config`

/**
 * Builds a remote whose tab is a button that loads a chunk `detail`, twice: with and without hashes of its chunks.
 *
 * @param versions of the verified and of the unverified build
 * @param take receives the folder of each build, one after the other
 */
export async function buildLazy(
  remote: string,
  versions: string[],
  take: (dist: string) => Promise<void>,
): Promise<void> {
  const root = await copyRepository()
  const directory = join(root, remote)
  try {
    await writeFile(join(directory, 'src/Tab.tsx'), TAB)
    await writeFile(join(directory, 'src/detail.ts'), "export const detail = 'Un detalle'")
    for (const [index, version] of versions.entries()) {
      await writeFile(join(directory, 'rspack.config.ts'), configurationOf(index === 0))
      await setVersion(directory, version)
      await buildOutOfDate([readPackage(directory)], new AbortController().signal)
      await take(join(directory, 'dist'))
    }
  } finally {
    await rm(root, { recursive: true })
  }
}
