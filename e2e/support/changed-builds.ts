import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOutOfDate, readPackage } from '@canje/cli/project'
import { copyRepository } from 'repo/testing'

const TAB = `import { useState } from 'react'
import Rows from './Rows'
import './tab.css'
export default function Tab(props) {
  const [detail, setDetail] = useState('')
  const open = async () => setDetail((await import(/* webpackChunkName: 'detail' */ './detail')).detail)
  return <><button type="button" onClick={open}>Ver detalle</button><p>{detail}</p><Rows {...props} /></>
}`

/** The configuration of the template, or that of a team whose bundler puts no hashes of chunks into the loader. */
const configurationOf = (isVerified: boolean) => `import { remoteConfig } from '../rspack.base'
const config = remoteConfig(import.meta.url)
config.plugins = config.plugins.filter((plugin) => ${isVerified} || plugin.constructor.name !== 'SubresourceIntegrityPlugin')
export default config`

/**
 * Builds two versions of a remote, the first one without hashes of its chunks. Its tab also has what no remote has today:
 * a style sheet, which differs per version, and a chunk `detail` that a button loads.
 *
 * @param take receives the folder of each build, one after the other
 */
export async function buildChanged(
  remote: string,
  versions: [unverified: string, verified: string],
  take: (dist: string) => Promise<void>,
): Promise<void> {
  const root = await copyRepository()
  const directory = join(root, remote)
  const write = (path: string, text: string) => writeFile(join(directory, path), text)
  try {
    await rename(join(directory, 'src/Tab.tsx'), join(directory, 'src/Rows.tsx'))
    await write('src/Tab.tsx', TAB)
    await write('src/detail.ts', "export const detail = 'Un detalle'")
    const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))
    for (const [index, version] of versions.entries()) {
      await write('package.json', JSON.stringify({ ...manifest, version }))
      await write('rspack.config.ts', configurationOf(index > 0))
      await write('src/tab.css', `:root { --tab-version: '${version}'; }\ntd { font-size: 31px; }\n`)
      await buildOutOfDate([readPackage(directory)], new AbortController().signal)
      await take(join(directory, 'dist'))
    }
  } finally {
    await rm(root, { recursive: true })
  }
}
