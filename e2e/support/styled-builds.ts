import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOutOfDate, readPackage } from '@canje/project'
import { copyRepository } from 'workspace/testing'

/**
 * Builds versions of a remote with a style sheet that differs per version. No remote has its own style sheet today.
 *
 * @param take receives the folder of each build, one after the other
 */
export async function buildStyled(
  remote: string,
  versions: string[],
  take: (dist: string) => Promise<void>,
): Promise<void> {
  const root = await copyRepository()
  const directory = join(root, remote)
  try {
    await appendFile(join(directory, 'src/Tab.tsx'), "import './tab.css'\n")
    for (const version of versions) {
      const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))
      await writeFile(join(directory, 'package.json'), JSON.stringify({ ...manifest, version }))
      await writeFile(join(directory, 'src/tab.css'), `:root { --tab-version: '${version}'; }\n`)
      await buildOutOfDate([readPackage(directory)], new AbortController().signal)
      await take(join(directory, 'dist'))
    }
  } finally {
    await rm(root, { recursive: true })
  }
}
