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

/**
 * Builds a version of a remote whose tab also has what no remote has today: a style sheet with the version, and a chunk
 * `detail` that a button loads.
 *
 * @param take receives the folder of the build
 */
export async function buildChanged<T>(remote: string, version: string, take: (dist: string) => Promise<T>): Promise<T> {
  const root = await copyRepository()
  const directory = join(root, remote)
  const write = (path: string, text: string) => writeFile(join(directory, path), text)
  try {
    await rename(join(directory, 'src/Tab.tsx'), join(directory, 'src/Rows.tsx'))
    await write('src/Tab.tsx', TAB)
    await write('src/detail.ts', "export const detail = 'Un detalle'")
    await write('src/tab.css', `:root { --tab-version: '${version}'; }\ntd { font-size: 31px; }\n`)
    const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))
    await write('package.json', JSON.stringify({ ...manifest, version }))
    await buildOutOfDate([readPackage(directory)], new AbortController().signal)
    return await take(join(directory, 'dist'))
  } finally {
    await rm(root, { recursive: true })
  }
}
